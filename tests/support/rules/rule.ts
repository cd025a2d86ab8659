import type { Language } from '@nightflow/schemas/shared/language'

/** The order of the words of a message. */
export const languagesOfRule = ['en', 'zh-CN', 'fr', 'id'] as const satisfies readonly Language[]

/** `refusal:` a code of `rejections.ts`, `field:` a text of a form's field, `text:` a text of the screens. */
export type MessageKey = `refusal:${string}` | `field:${string}` | `text:${string}`

/** A rule of the specification, where the code has it, and a test that reaches it. */
export type Rule = {
  section: 2 | 3 | 4 | 5 | 7 | 8 | 9
  /** As the specification has them. */
  words: string
  /** A file, and what of it enforces the rule. */
  enforced: readonly [path: string, code: string]
  test: readonly [path: string, name: string]
  message?: MessageKey
  /** Words of the message in the four languages, separated by ` | `. */
  says?: string
}
