import { rejectionTexts } from '@nightflow/schemas/shared/rejection-texts'
import type { RejectionCode } from '@nightflow/schemas/shared/rejections'
import { describe, expect, test } from 'vitest'
import en from '../../locales/en/leakage.json' with { type: 'json' }
import fr from '../../locales/fr/leakage.json' with { type: 'json' }
import id from '../../locales/id/leakage.json' with { type: 'json' }
import zhCN from '../../locales/zh-CN/leakage.json' with { type: 'json' }

type Said = {
  choose: { atLeastOne: string; remaining: string; unopenedTitle: string; numbers: { separator: string } }
  removePoints: { atLeastOne: string; confirm_other: string; hint: string; hasSubMeters: string }
}
const languages: Record<string, Said> = { 'zh-CN': zhCN, en, fr, id }

/** Messages of refusals about cascades, in the words of the specification. */
const messages: [RejectionCode, string][] = [
  ['partition-levels-exceeded', 'Cascade layers cannot exceed five'],
  ['partition-has-sub-meters', 'Sub-meter exists and cannot be deleted'],
]

describe('messages about cascades', () => {
  // requirement of Cascade partitions: Messages about cascades are those of the specification, in four languages | /water/leakage | –
  test.each(messages)('%s is said word for word, and in four languages', (code, words) => {
    expect(rejectionTexts.en[code]).toBe(words)
    expect(new Set(Object.values(rejectionTexts).map((texts) => texts[code])).size).toBe(4)
  })

  const rules: [rule: string, textOf: (texts: Said) => string][] = [
    ['at least one meter selected', ({ choose }) => choose.atLeastOne],
    ['batch delete needs at least one point', ({ removePoints }) => removePoints.atLeastOne],
    ['batch delete is confirmed as irreversible', ({ removePoints }) => removePoints.confirm_other],
    ['meter numbers separated by English commas', ({ choose }) => choose.numbers.separator],
    ['the remaining quota limits the count', ({ choose }) => choose.remaining],
    ['meters without an account are not associated', ({ choose }) => choose.unopenedTitle],
    ['the root is removed with its cascade instead', ({ removePoints }) => removePoints.hint],
    ['a point with sub-meters cannot be deleted', ({ removePoints }) => removePoints.hasSubMeters],
  ]
  test.each(rules)('%s: said in four languages', (_, textOf) => {
    const said = Object.values(languages).map((texts) => textOf(texts))
    expect(new Set(said).size).toBe(4)
    for (const text of said) expect(text.length).toBeGreaterThan(3)
  })
})
