import { describe, expect, it } from 'vitest'
import { drawCaptcha } from './draw-captcha.ts'

describe('the captcha', () => {
  it('is not answered by a constant: no sum comes up more than one time in twenty', () => {
    const counts = new Map<string, number>()
    const drawn = 20_000
    for (let nth = 0; nth < drawn; nth += 1) {
      const { answer } = drawCaptcha('math')
      counts.set(answer, (counts.get(answer) ?? 0) + 1)
    }
    expect(counts.size).toBeGreaterThan(40)
    expect(Math.max(...counts.values())).toBeLessThan(drawn / 20)
  })
  it('has no characters that look alike', () => {
    for (let nth = 0; nth < 500; nth += 1) expect(drawCaptcha('char').answer).toMatch(/^[^38B0O1Il]{4}$/)
  })
  it('is a PNG', async () => {
    const bytes = await drawCaptcha('math').paint()
    expect(bytes.subarray(1, 4).toString()).toBe('PNG')
  })
})
