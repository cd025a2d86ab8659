import { pageSizes } from '@nightflow/schemas/shared/lists'
import { expect, test } from 'vitest'
import { answerMillisecondsMax } from '#api/call.ts'
import { themePresets } from '#shell/shell-settings.ts'
import { presetDays } from '#ui/day-range.ts'
import { repeatedPressMilliseconds } from '#ui/form/repeated-press.ts'
import { defaultThemeColour } from '#ui/theme.ts'

test('request timeout 30000 ms', () => expect(answerMillisecondsMax).toBe(30_000))
test('click debounce 3000 ms', () => expect(repeatedPressMilliseconds).toBe(3_000))
test('date presets 7, 30, 90 days', () => expect(presetDays).toEqual([7, 30, 90]))
test('page sizes 10, 20, 30, 50', () => expect(pageSizes).toEqual([10, 20, 30, 50]))
test('eight theme presets, the first #1890ff by default', () => {
  expect(new Set(themePresets).size).toBe(8)
  expect(themePresets[0]).toBe(defaultThemeColour)
  expect(defaultThemeColour).toBe('#1890ff')
})
