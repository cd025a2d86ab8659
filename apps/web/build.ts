import { join } from 'node:path'
import { build } from 'vite'
import { replaceFolder } from './replace-folder.ts'

await replaceFolder(join(import.meta.dirname, 'dist'), (unfinished) =>
  build({ root: import.meta.dirname, logLevel: 'warn', build: { outDir: unfinished, emptyOutDir: true } }),
)
