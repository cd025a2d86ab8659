import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { initWasm, Resvg } from '@resvg/resvg-wasm'
import captcha from 'svg-captcha'

const imageWidth = 160
const imageHeight = 60
/** Letters and digits that nobody takes for another. */
const characters = '23456789abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ'
const look = { width: imageWidth, height: imageHeight, noise: 2 }

/** A sum of two digits, or four characters, drawn as outlines: no font of the computer is needed. */
export const drawCaptcha = async (kind: 'math' | 'char'): Promise<{ png: Buffer; answer: string }> => {
  const drawn =
    kind === 'math'
      ? captcha.createMathExpr({ ...look, mathMin: 1, mathMax: 9, mathOperator: '+' })
      : captcha.create({ ...look, size: 4, charPreset: characters })
  await painter()
  const image = new Resvg(drawn.data, { font: { loadSystemFonts: false } }).render()
  const png = Buffer.from(image.asPng())
  image.free()
  return { png, answer: drawn.text }
}

let ready: Promise<void> | undefined
const painter = (): Promise<void> => {
  ready ??= readFile(createRequire(import.meta.url).resolve('@resvg/resvg-wasm/index_bg.wasm')).then((wasm) => initWasm(wasm))
  return ready
}
