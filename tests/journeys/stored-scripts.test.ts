import type { RouterEntry } from '@nightflow/schemas/platform/session-calls'
import { resourceCalls } from '@nightflow/schemas/resource-calls'
import type { Endpoint } from '@nightflow/schemas/shared/endpoint'
import { expect, test } from 'vitest'
import { evilForm } from '../support/api/evil-form.ts'
import { isFullForm } from '../support/full-form.ts'
import { comeTo, journeyBrowser, settled } from './journey-browser.ts'
import { lane } from './lane.ts'
import { ask, signIn } from './people.ts'

const browser = journeyBrowser()

const struck = `<img src=x onerror="struck = 1">`
/** Fits into names of twenty characters. */
const briefly = '<img src=x onerror=s>'.slice(0, 20)

const send = async (
  method: string,
  path: string,
  payload?: object,
): Promise<{ code: number; msg: string; data?: Record<string, number> }> => {
  const { token } = await signIn('admin')
  const headers = { authorization: `Bearer ${token}`, ...(payload && { 'content-type': 'application/json' }) }
  const answer = await fetch(`${lane().baseUrl}/prod-api${path}`, { method, headers, ...(payload && { body: JSON.stringify(payload) }) })
  return (await answer.json()) as { code: number; msg: string; data?: Record<string, number> }
}

/** Forms of an administrator of a utility. */
const written = (['notices', 'parameters', 'roles', 'departments', 'regions', 'users'] as const).map((name) => resourceCalls[name])

/** Every page of the menu, by its whole path. */
const pagesOf = (entries: readonly RouterEntry[], above = ''): string[] =>
  entries.flatMap(({ path, component, children = [] }) => {
    const whole = path.startsWith('/') ? path : `${above}/${path}`
    return [...(component && children.length === 0 && !/^https?:/.test(path) ? [whole] : []), ...pagesOf(children, whole)]
  })

/** Where what is written here is sure to be shown; the full form looks at every other screen too. */
const showsWritten = (path: string): boolean => /^\/(index|system|audit|customer|device)\b/.test(path)

test('a script in every field of every form is a text on every screen', { timeout: 150_000 }, async () => {
  const made: string[] = []
  try {
    for (const calls of written) {
      const create = calls.create as unknown as Endpoint
      const path = create.path.replace('/prod-api', '')
      // A password is encrypted, so that no script is stored in it.
      const { parentId: _, deptId: _deptId, password: _password, ...payload } = evilForm(create, [struck, briefly], 7)
      const answer = await send('POST', path, { ...payload, ...('status' in create.request.shape && { status: '0' }) })
      expect(answer.code, `${path}: ${answer.msg}`).toBe(200)
      made.push(`${path}/${answer.data?.[calls.id]}`)
    }
    const { data } = await ask<{ data: RouterEntry[] }>('admin', '/prod-api/system/menu/getRouters')
    const page = await browser.open({ role: 'admin', path: '/index' })
    page.on('dialog', () => expect.unreachable('a dialog was opened'))
    // A meter’s page needs a meter, and the wall screen opens in a window of its own.
    const pages = pagesOf(data).filter(
      (path) => !path.includes(':') && !path.endsWith('/cascadeScreen') && (isFullForm || showsWritten(path)),
    )
    for (const path of pages) {
      await comeTo(page, path)
      await settled(page)
      expect(await page.evaluate('window.struck'), path).toBeUndefined()
      expect(await page.locator('img[src="x"], [onerror]').count(), path).toBe(0)
    }
    for (const path of ['/system/notice', '/system/user', '/system/role', '/system/config']) {
      expect(pages).toContain(path)
      await comeTo(page, path)
      await page.getByText('<img src=x').first().waitFor()
      expect(await page.evaluate('window.struck'), path).toBeUndefined()
    }
  } finally {
    for (const path of made) await send('DELETE', path)
  }
})
