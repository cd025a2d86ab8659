import { expect, test } from 'vitest'
import { documentTitle } from '#session/page-title.ts'

test('a tab is named after what it shows, where that is and whose', () =>
  expect(documentTitle('Harbour', 'Leakage analysis', 'Riverbend Water')).toBe('Harbour · Leakage analysis · Riverbend Water'))
test('a screen that is called as its menu entry is named once', () =>
  expect(documentTitle('Alarm records', 'Alarm records', 'Riverbend Water')).toBe('Alarm records · Riverbend Water'))
test('where nothing is known the product is named', () => expect(documentTitle(undefined, '')).toBe('Nightflow'))
