import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { offlineShell } from './offline-shell.ts'

/** Where the API of a running service answers while the screens are being made. */
const apiUnderDevelopment = 'http://localhost:8080'

export default defineConfig({
  plugins: [react(), offlineShell()],
  server: {
    port: 5173,
    proxy: {
      '/api': apiUnderDevelopment,
      '/prod-api': apiUnderDevelopment,
      '/ingest': apiUnderDevelopment,
      '/health': apiUnderDevelopment,
    },
  },
  build: {
    outDir: 'dist',
    target: 'es2023',
    chunkSizeWarningLimit: 1200,
    rolldownOptions: {
      output: {
        // Modules of one chunk that need each other's chunks run in the order of their imports, whatever chunk they are in.
        strictExecutionOrder: true,
        // The map and the charts are heavy and not on every screen: each is a chunk that is loaded when first shown.
        codeSplitting: {
          groups: [
            {
              name: 'map',
              test: /node_modules[\\/](@deck\.gl|@luma\.gl|@loaders\.gl|@math\.gl|@probe\.gl|mjolnir|earcut|gl-matrix|wgsl)/,
              priority: 40,
            },
            { name: 'chart', test: /node_modules[\\/]uplot/, priority: 40 },
            // The code that loads chunks must not be in one of them: every page would load that one first.
            { name: 'react', test: /vite[\\/]preload-helper|node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 60 },
            { name: 'mantine', test: /node_modules[\\/](@mantine|@floating-ui|dayjs)/, priority: 20 },
            { name: 'tanstack', test: /node_modules[\\/]@tanstack/, priority: 20 },
            { name: 'language-zh-CN', test: /web[\\/]locales[\\/]zh-CN/, priority: 50 },
            { name: 'language-en', test: /web[\\/]locales[\\/]en/, priority: 50 },
            { name: 'language-fr', test: /web[\\/]locales[\\/]fr/, priority: 50 },
            { name: 'language-id', test: /web[\\/]locales[\\/]id/, priority: 50 },
            // A file for each icon, schema and component that two screens share made 140 files of a first page; it has 47.
            { name: 'zod', test: /node_modules[\\/]zod[\\/]/, priority: 30 },
            { name: 'icons', test: /@tabler[\\/]icons-react/, priority: 30 },
            {
              name: 'shared',
              test: /(web|schemas|domain)[\\/]src[\\/]/,
              minShareCount: 2,
              entriesAware: true,
              entriesAwareMergeThreshold: 40_000,
            },
          ],
        },
      },
    },
  },
})
