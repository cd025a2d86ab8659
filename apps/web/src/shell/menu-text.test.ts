import { expect, test } from 'vitest'
import { menuTextOf } from '#shell/menu-text.ts'

// requirement of Shell, answers and limits: Menu item text truncated at 25 characters, with a tooltip when longer than 17 | /index | –
test('menu item text is truncated at 25 characters', () => {
  expect(menuTextOf('m'.repeat(25)).shown).toBe('m'.repeat(25))
  expect(menuTextOf('m'.repeat(26)).shown).toBe(`${'m'.repeat(25)}…`)
})

// requirement of Shell, answers and limits: Menu item text truncated at 25 characters, with a tooltip when longer than 17 | /index | –
test('menu item text has a tooltip when longer than 17', () => {
  expect(menuTextOf('m'.repeat(17)).hasTooltip).toBe(false)
  expect(menuTextOf('m'.repeat(18)).hasTooltip).toBe(true)
})
