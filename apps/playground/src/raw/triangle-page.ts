import { element } from '../page-elements.js';
import { runDemo } from './demo-loop.js';
import { showSources } from './show-sources.js';
import { createTriangle } from './triangle.js';

showSources(
  element('sources', HTMLElement),
  import.meta.glob<string>(['./triangle.ts', './triangle.wgsl.ts', './gpu.ts', './demo-loop.ts'], {
    query: '?raw',
    import: 'default',
    eager: true,
  }),
);
await runDemo({
  canvas: element('view', HTMLCanvasElement),
  message: element('message', HTMLElement),
  create: createTriangle,
});
