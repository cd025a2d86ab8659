import { renameSync, rmSync } from 'node:fs'

/** Fills a folder beside `folder` and puts it in its place once it is complete. A build that fails or is killed leaves the last complete one. */
export const replaceFolder = async (folder: string, fill: (unfinished: string) => Promise<unknown>): Promise<void> => {
  const unfinished = `${folder}-unfinished`
  rmSync(unfinished, { recursive: true, force: true })
  await fill(unfinished)
  rmSync(folder, { recursive: true, force: true })
  renameSync(unfinished, folder)
}
