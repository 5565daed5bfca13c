import { defineConfig } from 'vite';

// pages, each with a module that awaits at its top level
export default defineConfig({
  build: { target: 'es2023', rolldownOptions: { input: ['index.html', 'platformer.html', 'pinball.html'] } },
});
