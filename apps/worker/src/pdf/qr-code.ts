import { createRequire } from 'node:module'
import type { Sheet } from './sheet.ts'

const require = createRequire(import.meta.url)

/** Light modules around the code, which scanners need. */
const quietModules = 4

/** Draws a text as QR code with a quiet zone, as vectors: sharp in print, and smaller than a picture. */
export const drawQrCode = (sheet: Sheet, text: string, { x, y, width }: { x: number; y: number; width: number }): void => {
  // Loaded by the first code that is drawn, so that no start waits for it.
  const { create } = require('qrcode') as typeof import('qrcode')
  const { size, data } = create(text, { errorCorrectionLevel: 'M' }).modules
  const side = width / (size + 2 * quietModules)
  sheet.box({ x, y, width, height: width }, { ink: '#ffffff' })
  sheet.squares(darkOf(size, data), { x: x + quietModules * side, y: y + quietModules * side, side })
}

function* darkOf(size: number, data: Uint8Array): Generator<readonly [number, number]> {
  for (let at = 0; at < data.length; at++) if (data[at]) yield [at % size, Math.floor(at / size)]
}
