import { agentRecharge, PurchaseMethod } from '@nightflow/schemas/agents/recharge-agent'
import { ratioBasisPointsMax } from '@nightflow/schemas/billing/charging-item'
import { priceMaximum, unlimited } from '@nightflow/schemas/billing/tariff'
import { BridgeOperation, bridgeCodes, bridgePort, cardProtocolVersion, supplierCode } from '@nightflow/schemas/cards/bridge'
import { rechargeMinorMax } from '@nightflow/schemas/cards/card'
import { defaultMenus } from '@nightflow/schemas/default-menus'
import { CredentialName } from '@nightflow/schemas/payments/payment-platform'
import { defaultDictionaries } from '@nightflow/schemas/platform/default-dictionaries'
import { RefundStatus } from '@nightflow/schemas/prepaid/token-refund'
import { resources } from '@nightflow/schemas/resources'
import { languages } from '@nightflow/schemas/shared/language'
import { rejectionTexts } from '@nightflow/schemas/shared/rejection-texts'
import { describe, expect, test } from 'vitest'
import { messagesOfDesk, namedMessages, quotedMessages } from '../support/rules/money-messages.ts'
import { scenariosByName } from '../support/rules/money-rules.ts'
import type { TestName } from '../support/rules/rule.ts'
import { fieldsOfMoney, screensOfMoney, statesOfMoney } from '../support/rules/shown-of-money.ts'
import { textOf } from './source-files.ts'

/** The text of one test: from its name to where the next test begins. */
const textOfTest = ([path, name]: TestName): string => {
  const text = textOf(path)
  const literal = name.replaceAll("'", "\\'")
  const quoted = [`'${name}`, `"${name}`, `'${literal}`, `\`${name}`].map((each) => text.indexOf(each)).find((at) => at >= 0)
  const from = quoted ?? text.indexOf(name)
  if (from < 0) return ''
  const after = text.slice(from)
  const next = after.search(/\n\s*(?:test|it|describe)(?:\.each)?\(/)
  return next < 0 ? after : after.slice(0, next)
}

type Tree = { [key: string]: Tree | string }
const textsOf = (file: string) => languages.map((language) => JSON.parse(textOf(`apps/web/locales/${language}/${file}.json`)) as Tree)
const at = (texts: Tree, path: string): Tree | string | undefined =>
  path.split('.').reduce<Tree | string | undefined>((below, key) => (typeof below === 'object' ? below[key] : undefined), texts)

describe('a message about money', () => {
  test.each(namedMessages)('says what and whose: $words', ({ words, code }) => {
    expect(rejectionTexts.en[code].toLowerCase()).toContain(words.toLowerCase())
  })
  // requirement of Money proof: Every message of the specification about money, in four languages, is decided in one place and reached by a test | – | –
  test.each([...quotedMessages, ...namedMessages])('$code is reached within the test that the table names', ({ code, test: reached }) => {
    expect(textOfTest(reached), reached.join(' › ')).toContain(`'${code}'`)
  })
  test.each(messagesOfDesk)('of the card desk says: $says', ({ says, text }) => {
    const said = textsOf('cards').map((texts) => at(texts, text))
    expect(String(said[languages.indexOf('en')]).toLowerCase()).toBe(says.toLowerCase())
    expect(new Set(said).size).toBe(languages.length)
  })
})

test.each(scenariosByName)('the scenario “%s” is played', (_, ...played) => expect(textOfTest(played)).not.toBe(''))

describe('states, screens and fields of money', () => {
  test.each(statesOfMoney)('%s: the states of %s', (_, dictType, ...labels) => {
    const entries = defaultDictionaries.find((dictionary) => dictionary.dictType === dictType)?.entries ?? []
    expect(entries.slice(0, labels.length).map((entry) => entry.labels.en)).toEqual(labels)
    for (const entry of entries) for (const language of languages) expect(entry.labels[language], `${entry.value} ${language}`).toBeTruthy()
  })

  const parents = new Map(defaultMenus.map((menu) => [menu.key, menu]))
  const addressOf = ({ parent, path }: (typeof defaultMenus)[number]): string => {
    const above = parent === null ? undefined : parents.get(parent)
    return `${above ? addressOf(above) : ''}/${path}`
  }
  test.each(screensOfMoney)('%s: the screen %s, with its title in four languages', (_, address) => {
    const menu = defaultMenus.find((each) => addressOf(each) === address)
    expect(languages.filter((language) => !menu?.titles[language])).toEqual([])
  })

  test.each(fieldsOfMoney)('the fields of %s, named in four languages', (name, ...fields) => {
    const resource = Object.values(resources)
      .flat()
      .find((each) => each.name === name)!
    const named = (texts: Tree, field: string) => at(texts, `${name}.field.${field}`) ?? at(texts, `field.${field}`)
    expect(fields.filter((field) => !(field in resource.fields))).toEqual([])
    for (const texts of textsOf(resource.texts))
      expect(fields.filter((field) => field !== 'createTime' && !named(texts, field))).toEqual([])
  })
})

describe('constants and calls of money', () => {
  test('a card is recharged by 3000 at most', () => expect(rechargeMinorMax).toBe(3_000 * 100))
  test('the largest price is 999999, and -1 is the maximum last step', () => expect([priceMaximum, unlimited]).toEqual([999_999, -1]))
  test('the deduction ratio is 100 % at most', () => expect(ratioBasisPointsMax).toBe(100 * 100))
  test('the print preview is at z-index 20002', () => expect(textOf('apps/web/src/cards/card-print.tsx')).toContain('20_002'))
  test('agents buy by a proprietary channel, POS, or a third party', () =>
    expect(Object.keys(PurchaseMethod.enum)).toEqual(['proprietary', 'posTerminal', 'thirdParty']))
  test('a token refund is pending, processing, completed or rejected', () =>
    expect(Object.keys(RefundStatus.enum)).toEqual(['pending', 'processing', 'completed', 'rejected']))
  test('an agent is recharged by POST /system/user/agentRecharge', () =>
    expect(`${agentRecharge.method} ${agentRecharge.path}`).toBe('POST /prod-api/system/user/agentRecharge'))
  test('a payment platform has eleven credential fields', () => expect(CredentialName.options).toHaveLength(11))
  test('the bridge has port 18181, ten operations, twelve codes, supplier 0000 and version 1.0.4', () => {
    expect([bridgePort, BridgeOperation.options.length, Object.keys(bridgeCodes).length]).toEqual([18_181, 10, 12])
    expect([supplierCode, cardProtocolVersion]).toEqual(['0000', '1.0.4'])
  })
})
