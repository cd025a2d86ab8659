import { join } from 'node:path'
import { build } from 'vite'
import { compressAssets } from './compress-assets.ts'
import { replaceFolder } from './replace-folder.ts'

await replaceFolder(join(import.meta.dirname, 'dist'), async (unfinished) => {
  await build({ root: import.meta.dirname, logLevel: 'warn', build: { outDir: unfinished, emptyOutDir: true } })
  await compressAssets(unfinished)
})
