import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { median } from './bench-database.ts'

export type Fsync = { milliseconds: number }

const times = 200
/** A page of PostgreSQL's write-ahead log. */
const pageBytes = 8192

/** The least time of one commit: a page written to a file and brought to the disk, in the folder for temporary files. */
export const measureFsync = async (): Promise<Fsync> => {
  const directory = await mkdtemp(join(tmpdir(), 'nightflow-fsync-'))
  try {
    const file = await open(join(directory, 'page'), 'w')
    const page = Buffer.alloc(pageBytes, 1)
    const milliseconds: number[] = []
    for (let time = 0; time < times; time++) {
      const started = performance.now()
      await file.write(page, 0, pageBytes, 0)
      await file.datasync()
      milliseconds.push(performance.now() - started)
    }
    await file.close()
    return { milliseconds: median(milliseconds) }
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}
