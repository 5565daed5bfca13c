import { runDemo } from './demo-loop.js';
import { pageElement, showSources } from './page-elements.js';
import { createTriangle } from './triangle.js';

showSources(
  pageElement('sources', HTMLElement),
  import.meta.glob<string>(['./triangle.ts', './triangle.wgsl.ts', './gpu.ts', './demo-loop.ts'], {
    query: '?raw',
    import: 'default',
    eager: true,
  }),
);
await runDemo({
  canvas: pageElement('view', HTMLCanvasElement),
  message: pageElement('message', HTMLElement),
  create: createTriangle,
});
