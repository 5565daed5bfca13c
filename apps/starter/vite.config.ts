import { defineConfig } from 'vite';

// top-level await of the page's only module
export default defineConfig({ build: { target: 'es2023' } });
