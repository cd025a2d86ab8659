import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Font } from 'fontkit'

export type Weight = 'regular' | 'bold'

const require = createRequire(import.meta.url)
const fileOf: Record<Weight, () => string> = {
  regular: () => require.resolve('@expo-google-fonts/noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf'),
  bold: () => require.resolve('@expo-google-fonts/noto-sans-sc/700Bold/NotoSansSC_700Bold.ttf'),
}

const opened = new Map<Weight, Font>()

/**
 * Noto Sans SC, which covers the four languages and the characters of Chinese names beyond GB 2312. A font is opened at the first document and kept:
 * what is decoded of it once serves every later document, and each embeds only the glyphs that it uses.
 */
export const fontOf = (weight: Weight): Font => {
  const known = opened.get(weight)
  if (known) return known
  const { create } = require('fontkit') as typeof import('fontkit')
  const font = create(readFileSync(fileOf[weight]())) as Font
  opened.set(weight, font)
  return font
}
