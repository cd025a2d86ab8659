import type { Language } from '@nightflow/schemas/shared/language'

/** The order of the words of a message. */
export const languagesOfRule = ['en', 'zh-CN', 'fr', 'id'] as const satisfies readonly Language[]

/** `refusal:` a code of `rejections.ts`, `field:` a text of a form's field, `text:` a text of the screens. */
export type MessageKey = `refusal:${string}` | `field:${string}` | `text:${string}`

/** A file of tests, and a name in it. */
export type TestName = readonly [path: string, name: string]

/** A rule of the specification, where the code has it, and a test that reaches it. */
export type Rule = {
  section: 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9
  /** As the specification has them. */
  words: string
  /** A file, and what of it enforces the rule where that has a name. */
  enforced: readonly [path: string, code?: string]
  test: TestName
  message?: MessageKey
  /** Words of the message in the four languages, separated by ` | `. */
  says?: string
}
