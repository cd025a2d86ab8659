import type { MantineColorsTuple } from '@mantine/core'

type Rgb = readonly [number, number, number]

const parse = (hex: string): Rgb => {
  const value = /^#[0-9a-f]{6}$/i.test(hex) ? hex : '#1890ff'
  return [1, 3, 5].map((start) => Number.parseInt(value.slice(start, start + 2), 16)) as unknown as Rgb
}

const print = (colour: Rgb): string => `#${colour.map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`

const mix = (from: Rgb, to: Rgb, share: number): Rgb =>
  from.map((channel, index) => channel + (to[index]! - channel) * share) as unknown as Rgb

/** Relative luminance, WCAG 2.2. */
function luminance(colour: Rgb): number {
  const [red, green, blue] = colour.map((channel) => {
    const share = channel / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!
}

/** Contrast ratio of two colours, 1 to 21, WCAG 2.2. */
export function contrastRatio(first: string, second: string): number {
  const [light, dark] = [luminance(parse(first)), luminance(parse(second))].sort((a, b) => b - a)
  return (light! + 0.05) / (dark! + 0.05)
}

const white: Rgb = [255, 255, 255]
const black: Rgb = [0, 0, 0]

/** The first darkening of the colour on which white text is readable (4.5 : 1). */
function readableWithWhite(colour: Rgb): Rgb {
  for (let share = 0; share < 0.9; share += 0.02) {
    const candidate = mix(colour, black, share)
    if (contrastRatio(print(candidate), '#ffffff') >= 4.5) return candidate
  }
  return mix(colour, black, 0.9)
}

/** Ten shades of a tenant's theme colour. Shade 5 is the colour itself, shade 6 carries white text with AA contrast. */
export function shadesOf(themeColour: string): MantineColorsTuple {
  const colour = parse(themeColour)
  const filled = readableWithWhite(colour)
  return [
    print(mix(colour, white, 0.92)),
    print(mix(colour, white, 0.82)),
    print(mix(colour, white, 0.66)),
    print(mix(colour, white, 0.46)),
    print(mix(colour, white, 0.22)),
    print(colour),
    print(filled),
    print(mix(filled, black, 0.12)),
    print(mix(filled, black, 0.26)),
    print(mix(filled, black, 0.42)),
  ]
}
