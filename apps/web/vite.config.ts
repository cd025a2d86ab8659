import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { type FirstModules, findFirstModules } from './first-modules.ts'
import { offlineShell } from './offline-shell.ts'
import { withoutJsonSchema } from './without-json-schema.ts'

/** Where the API of a running service answers while the screens are being made. */
const apiUnderDevelopment = 'http://localhost:8080'

const none: FirstModules = { start: new Set(), both: new Set(), signIn: new Set(), frame: new Set() }

/** As `textsOfFrame` of `src/api/language.ts`. */
const textsOfFrame = ['shared', 'shell', 'session']
const textsOfHome = ['dashboard', 'work-orders', 'agents', 'prepaid', 'audit']
const languages = ['zh-CN', 'en', 'fr', 'id']
const textsOf = (language: string, contexts: readonly string[]): RegExp =>
  new RegExp(`web[\\/]locales[\\/]${language}[\\/](${contexts.join('|')}).json`)

export default defineConfig(async ({ command }) => {
  const { start, both, signIn, frame } = command === 'build' ? await findFirstModules(import.meta.dirname) : none
  return {
    plugins: [react(), offlineShell(), withoutJsonSchema()],
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
          // Every page loads the list of all files: names of shared ones, which are those of their users, would be most of it.
          chunkFileNames: ({ name }: { name: string }) =>
            name.startsWith('shared~') ? 'assets/shared-[hash].js' : 'assets/[name]-[hash].js',
          codeSplitting: {
            groups: [
              // The start of every page, the sign-in, and the frame with the home screen: none of them needs a file of another group.
              { name: 'vendor', test: (id: string) => start.has(id) && id.includes('node_modules'), priority: 60 },
              { name: 'start', test: (id: string) => start.has(id), priority: 59 },
              { name: 'both', test: (id: string) => both.has(id), priority: 58 },
              { name: 'sign-in', test: (id: string) => signIn.has(id) && !id.includes('node_modules'), priority: 58 },
              { name: 'frame', test: (id: string) => frame.has(id), priority: 58 },
              // The map and the charts are heavy and not on every screen: each is a chunk that is loaded when first shown.
              {
                name: 'map',
                test: /node_modules[\\/](@deck\.gl|@luma\.gl|@loaders\.gl|@math\.gl|@probe\.gl|mjolnir|earcut|gl-matrix|wgsl)/,
                priority: 40,
              },
              { name: 'chart', test: /node_modules[\\/]uplot/, priority: 40 },
              ...languages.flatMap((language) => [
                { name: `texts-${language}`, test: textsOf(language, textsOfFrame), priority: 52 },
                // Parts of the home screen bring theirs; the other screens need most of the rest.
                ...textsOfHome.map((context) => ({
                  name: `texts-${language}-${context}`,
                  test: textsOf(language, [context]),
                  priority: 51,
                })),
                { name: `texts-${language}-rest`, test: new RegExp(`web[\\\\/]locales[\\\\/]${language}`), priority: 50 },
              ]),
              // Modules that the same screens need are one file. Merging further gives a screen what it does not need, and chunks that need each other.
              {
                name: 'shared',
                test: /node_modules|(web|schemas|domain)[\\/]src[\\/]/,
                minShareCount: 2,
                entriesAware: true,
              },
            ],
          },
        },
      },
    },
  }
})
