import { pageSizes } from '@nightflow/schemas/shared/lists'
import { expect, test } from 'vitest'
import { answerMillisecondsMax } from '#api/call.ts'
import { themePresets } from '#shell/shell-settings.ts'
import { presetDays } from '#ui/day-range.ts'
import { repeatedPressMilliseconds } from '#ui/form/repeated-press.ts'
import { defaultThemeColour } from '#ui/theme.ts'

// requirement of Shell, answers and limits: Request timeout 30000 ms, click debounce 3000 ms | – | –
test('request timeout 30000 ms', () => expect(answerMillisecondsMax).toBe(30_000))
// requirement of Shell, answers and limits: Request timeout 30000 ms, click debounce 3000 ms | – | –
test('click debounce 3000 ms', () => expect(repeatedPressMilliseconds).toBe(3_000))
// requirement of Shell, answers and limits: Date presets 7, 30, 90 days | /water/leakage | –
test('date presets 7, 30, 90 days', () => expect(presetDays).toEqual([7, 30, 90]))
// requirement of Shell, answers and limits: Pagination sizes 10, 20, 30, 50 | /device/meters | –
test('page sizes 10, 20, 30, 50', () => expect(pageSizes).toEqual([10, 20, 30, 50]))
// requirement of Shell, answers and limits: Eight theme presets, #1890ff by default | /index | –
test('eight theme presets, the first #1890ff by default', () => {
  expect(new Set(themePresets).size).toBe(8)
  expect(themePresets[0]).toBe(defaultThemeColour)
  expect(defaultThemeColour).toBe('#1890ff')
})
