import { expect, test } from 'vitest'
import { tileOrigins } from './tile-origins.ts'

test.each([
  ['https://tiles.example/{z}/{x}/{y}.png', ['https://tiles.example']],
  ['http://tiles.example:8081/{z}/{x}/{y}.png', ['http://tiles.example:8081']],
  ['https://{s}.tiles.example/{z}/{x}/{y}.png', ['https://a.tiles.example', 'https://b.tiles.example', 'https://c.tiles.example']],
])('%s names its hosts exactly', (url, origins) => {
  expect(tileOrigins(url)).toEqual(origins)
})

test.each([
  'https://{s}/{z}/{x}/{y}.png',
  'https://{anything}.example/{z}/{x}/{y}.png',
  'https://*.example/{z}/{x}/{y}.png',
  'https://*/{z}/{x}/{y}.png',
  'https://tiles.example;script-src */{z}',
  'javascript:alert(1)',
])('%s opens the policy to nothing', (url) => {
  expect(tileOrigins(url)).toEqual([])
})
