import { accessSync, constants, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

const inMemory = '/dev/shm'
const gibibyte = 2 ** 30
/** A run keeps a database of some hundred megabytes there, and for the journeys two demo utilities of half a gigabyte. */
const roomMin = 4 * gibibyte
const availableMin = 8 * gibibyte

/** Where to keep what ends with the run: in memory where there is enough of it, otherwise on the disk. Containers often have 64 MB there. */
export const placeOfThrowAway = (): string => {
  try {
    accessSync(inMemory, constants.W_OK)
    const { bavail, bsize } = statfsSync(inMemory)
    return bavail * bsize >= roomMin && process.availableMemory() >= availableMin ? inMemory : tmpdir()
  } catch {
    return tmpdir()
  }
}
