import { randomInt } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { initWasm, Resvg } from '@resvg/resvg-wasm'

const imageWidth = 160
const imageHeight = 60
/** Letters and digits that are not taken for another: no 3 beside an 8, no I, l and 1. */
const characters = '245679abcdefghjkmnpqrstuvwxyzACDEFGHJKLMNPQRTUVWXYZ'
const digits = '124569'
const look = { width: imageWidth, height: imageHeight, noise: 2, fontSize: 60 }

/**
 * A sum of a number of two digits and one of one, or four characters, drawn as outlines: no font of the computer is needed. No result of a sum
 * comes up more often than one time in twenty, so that a constant is no answer. Digits that look alike are left out. Painting takes some ten milliseconds, so it is
 * left until it is known that the image will be requested.
 */
export const drawCaptcha = (kind: 'math' | 'char'): { answer: string; paint: () => Promise<Buffer> } => {
  const { drawn, answer } = kind === 'math' ? drawSum() : drawCharacters()
  return { answer, paint: async () => paint((await loadOutlines())(drawn, look)) }
}

/** Loaded by the first picture. The module's own function takes the text to draw; its types have the others alone. */
const loadOutlines = async () => (await import('svg-captcha')).default as unknown as (text: string, options: typeof look) => string

const drawFrom = (letters: string): string => letters[randomInt(letters.length)] ?? ''

const drawSum = (): { drawn: string; answer: string } => {
  const [left, right] = [drawFrom(digits) + drawFrom(digits), drawFrom(digits)]
  return { drawn: `${left}+${right}`, answer: String(Number(left) + Number(right)) }
}

const drawCharacters = (): { drawn: string; answer: string } => {
  const drawn = Array.from({ length: 4 }, () => drawFrom(characters)).join('')
  return { drawn, answer: drawn }
}

/** A PNG. */
const paint = async (svg: string): Promise<Buffer> => {
  await painter()
  const image = new Resvg(svg, { font: { loadSystemFonts: false }, background: '#ffffff' }).render()
  const png = Buffer.from(image.asPng())
  image.free()
  return png
}

let ready: Promise<void> | undefined
const painter = (): Promise<void> => {
  ready ??= readFile(createRequire(import.meta.url).resolve('@resvg/resvg-wasm/index_bg.wasm')).then((wasm) => initWasm(wasm))
  return ready
}
