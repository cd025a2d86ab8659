import { expect, test } from 'vitest'
import { renderingOf } from '#ui/map/rendering.ts'

test.each([
  ['ANGLE (Google, Vulkan 1.3.0 (SwiftShader Device (Subzero)), SwiftShader driver)', 'software'],
  ['llvmpipe (LLVM 15.0.7, 256 bits)', 'software'],
  ['ANGLE (Microsoft, Microsoft Basic Render Driver Direct3D11)', 'software'],
  ['ANGLE (Intel, Mesa Intel(R) UHD Graphics 620 (KBL GT2), OpenGL 4.6)', 'hardware'],
  ['Apple GPU', 'hardware'],
])('%s draws by %s', (renderer, rendering) => {
  expect(renderingOf(renderer)).toBe(rendering)
})
