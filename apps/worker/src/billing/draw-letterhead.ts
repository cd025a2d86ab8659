import { inks } from '../pdf/sheet.ts'
import type { Drawing } from './drawing.ts'

const titleSize = 19
const logo = { width: 120, height: 40 }

/** The utility on the left, what the paper is on the right, over a rule in the utility's colour. */
export const drawLetterhead = ({ sheet, issuer }: Drawing, title: string, facts: readonly (readonly [string, string])[]): void => {
  const top = sheet.y
  const hasLogo = issuer.logo !== null && sheet.picture(Buffer.from(issuer.logo), { x: sheet.left, y: top, ...logo })
  const nameAt = { x: sheet.left + (hasLogo ? logo.width + 12 : 0), y: top + 10, width: hasLogo ? 160 : 290 }
  sheet.text(issuer.name, nameAt, { size: 14, weight: 'bold', lines: 2 })
  const side = { x: sheet.left + 290, width: sheet.width - 290 }
  const size = Math.min(titleSize, (titleSize * side.width) / sheet.widthOf(title, { size: titleSize + 0.1, weight: 'bold' }))
  sheet.text(title, { ...side, y: top + (titleSize - size) }, { size, weight: 'bold', ink: issuer.colour, align: 'right' })
  const told = facts.map(([label, value]) => `${label} ${value}`).join(' · ')
  sheet.text(told, { ...side, y: top + 29 }, { size: 8.5, ink: inks.dimmed, align: 'right' })
  sheet.rule(top + 50, { ink: issuer.colour, thickness: 1.6 })
  sheet.y = top + 66
}

/** The head of a section. */
export const drawTitle = ({ sheet }: Drawing, title: string): void => {
  sheet.keepTogether(60)
  sheet.text(title, { x: sheet.left, y: sheet.y, width: sheet.width }, { size: 11, weight: 'bold' })
  sheet.y += 19
}
