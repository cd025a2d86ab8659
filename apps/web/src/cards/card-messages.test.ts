import { readFileSync } from 'node:fs'
import { BridgeOperation, bridgeCodes } from '@nightflow/schemas/cards/bridge'
import { languages } from '@nightflow/schemas/shared/language'
import { describe, expect, it } from 'vitest'

type Texts = {
  message: { reading: string; opening: string; failed: Record<string, string> }
  bridge: { open: string; error: Record<string, string> }
}
const textsIn = (language: string): Texts =>
  JSON.parse(readFileSync(new URL(`../../locales/${language}/cards.json`, import.meta.url), 'utf8')) as Texts

describe('the messages of the card desk', () => {
  it('are those of the specification', () => {
    const { message, bridge } = textsIn('en')
    expect([message.reading, message.opening, message.failed['0'], message.failed['2'], bridge.open]).toEqual([
      'Card reading failure!',
      'Account opening failed',
      'Card making failed',
      'Refund failed',
      'Please Open BridgeTool',
    ])
  })
  it('name each of the twelve error codes of the bridge, and differ by language', () => {
    const codes = Object.values(bridgeCodes).map(String)
    expect(codes.toSorted()).toEqual(['-1', '-2', '-3', '0', '1000', '1100', '1200', '1201', '1300', '1301', '1400', '1401'].toSorted())
    for (const code of codes.filter((each) => each !== '0')) {
      const texts = languages.map((language) => textsIn(language).bridge.error[code])
      expect(texts.every(Boolean), code).toBe(true)
      expect(new Set(texts).size, code).toBe(languages.length)
    }
    for (const language of languages) expect(textsIn(language).message.reading, language).toBeTruthy()
  })
  it('are about ten operations', () => expect(BridgeOperation.options).toHaveLength(10))
})
