import { cpSync, existsSync } from 'node:fs';
import type { Server } from 'node:http';
import { join, resolve } from 'node:path';
import { createServer, type Plugin, type ResolvedConfig, type ViteDevServer } from 'vite';

const app = join(import.meta.dirname, '..', 'bench');
const dist = join(app, 'dist');

/**
 * Serves the benchmark page at bench/ of the playground. The development server starts the benchmark app's own server on the first request.
 * A build copies the output of `pnpm --filter @otedama/bench build`.
 */
export function benchPlugin(): Plugin {
  let config: ResolvedConfig;
  return {
    name: 'otedama-bench',
    configResolved(resolved) {
      config = resolved;
    },
    configureServer({ middlewares, httpServer }) {
      let bench: Promise<ViteDevServer> | undefined;
      middlewares.use((request, response, next) => {
        if (!request.url?.startsWith('/bench/')) return next();
        bench ??= createServer({
          root: app,
          base: '/bench/',
          // its messages to the page share the playground's socket; the base tells them apart
          server: {
            middlewareMode: true,
            ws: httpServer === null ? false : { server: httpServer as Server },
          },
        });
        bench.then((server) => server.middlewares(request, response, next), next);
      });
      httpServer?.on('close', () => bench?.then((server) => server.close()));
    },
    writeBundle() {
      if (existsSync(dist))
        cpSync(dist, resolve(config.root, config.build.outDir, 'bench'), { recursive: true });
      else config.logger.info('no benchmark page in this build: pnpm --filter @otedama/bench build makes it');
    },
  };
}
