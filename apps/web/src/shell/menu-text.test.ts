import { expect, test } from 'vitest'
import { menuTextOf } from '#shell/menu-text.ts'

test('menu item text is truncated at 25 characters', () => {
  expect(menuTextOf('m'.repeat(25)).shown).toBe('m'.repeat(25))
  expect(menuTextOf('m'.repeat(26)).shown).toBe(`${'m'.repeat(25)}…`)
})

test('menu item text has a tooltip when longer than 17', () => {
  expect(menuTextOf('m'.repeat(17)).hasTooltip).toBe(false)
  expect(menuTextOf('m'.repeat(18)).hasTooltip).toBe(true)
})
