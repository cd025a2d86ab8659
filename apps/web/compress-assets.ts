import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip, constants as zlib } from 'node:zlib'

const compressible = /\.(js|css|svg)$/
/** Smaller ones fit a packet as they are. */
const bytesMin = 1024

/**
 * Writes `.br` and `.gz` beside the files of a build: the service sends them as they are. Compressing at each request takes processor time at the
 * moment when a page is opened, and less of it gives larger files.
 */
export const compressAssets = async (folder: string): Promise<void> => {
  const files = await readdir(folder, { recursive: true })
  await Promise.all(files.filter((name) => compressible.test(name)).map((name) => compress(join(folder, name))))
}

const compress = async (path: string): Promise<void> => {
  const content = await readFile(path)
  if (content.length < bytesMin) return
  const params = { [zlib.BROTLI_PARAM_QUALITY]: zlib.BROTLI_MAX_QUALITY, [zlib.BROTLI_PARAM_SIZE_HINT]: content.length }
  await writeFile(`${path}.br`, await promisify(brotliCompress)(content, { params }))
  await writeFile(`${path}.gz`, await promisify(gzip)(content, { level: zlib.Z_BEST_COMPRESSION }))
}
