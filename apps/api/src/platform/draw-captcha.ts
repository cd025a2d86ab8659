import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { initWasm, Resvg } from '@resvg/resvg-wasm'
import captcha from 'svg-captcha'

const imageWidth = 160
const imageHeight = 60
/** Letters and digits that nobody takes for another. */
const characters = '23456789abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ'
const look = { width: imageWidth, height: imageHeight, noise: 2, fontSize: 60 }

/**
 * A sum of two digits, or four characters, drawn as outlines: no font of the computer is needed. Painting takes some ten milliseconds, so it is
 * left until it is known that the image will be asked for.
 */
export const drawCaptcha = (kind: 'math' | 'char'): { answer: string; paint: () => Promise<Buffer> } => {
  const { text, data } =
    kind === 'math'
      ? captcha.createMathExpr({ ...look, mathMin: 1, mathMax: 9, mathOperator: '+' })
      : captcha.create({ ...look, size: 4, charPreset: characters })
  return { answer: text, paint: () => paint(data) }
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
