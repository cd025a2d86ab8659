import { expect, test } from 'vitest'
import { judge } from '#leakage/threshold-status.ts'

test('a figure at its threshold is still within it', () => expect(judge(0.2, 0.2)).toBe('good'))
test('a figure above its threshold is a warning', () => expect(judge(0.21, 0.2)).toBe('warning'))
test('a figure from one and a half times its threshold is an alarm', () => expect(judge(300, 200)).toBe('alarm'))
test('an unknown figure is not judged good', () => expect(judge(null, 0.2)).toBe('unknown'))
test('a figure without a threshold is not judged', () => expect(judge(0.9, undefined)).toBe('unknown'))
