import { describe, expect, test } from 'vitest'
import { journeyBrowser, settled } from './journey-browser.ts'
import { credentialsOf } from './people.ts'
import { text } from './texts.ts'

const browser = journeyBrowser()

describe('a person signs in', () => {
  test('a wrong password is refused in words and nothing typed is lost; the right one leads the analyst to leakage', async () => {
    const { tenant, username, password } = credentialsOf('analyst')
    const page = await browser.open()
    await page.waitForURL(/\/sign-in/)
    await page.getByLabel(text('session:tenant')).fill(tenant)
    await page.getByLabel(text('session:username')).fill(username)
    const secret = page.getByLabel(text('session:password'), { exact: true })
    await secret.fill(`${password}x`)
    browser.expectProblem(/401/)
    await page.getByRole('button', { name: text('session:signIn'), exact: true }).click()
    const refusal = page.getByRole('alert')
    await refusal.waitFor()
    expect(await refusal.textContent()).toBe(text('shared:rejections.sign-in-refused'))
    expect(await page.getByLabel(text('session:username')).inputValue()).toBe(username)
    await secret.fill(password)
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/leakage/)
    await settled(page)
    expect(await page.getByRole('button', { name: text('shared:shell.personMenu', { name: username }) }).isVisible()).toBe(true)
  })

  test('a link opened without a session asks to sign in and then shows what it led to', async () => {
    const { tenant, username, password } = credentialsOf('analyst')
    const page = await browser.open({ path: '/meters?search=8610010000' })
    await page.waitForURL(/\/sign-in/)
    await page.getByLabel(text('session:tenant')).fill(tenant)
    await page.getByLabel(text('session:username')).fill(username)
    await page.getByLabel(text('session:password'), { exact: true }).fill(password)
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/meters\?search=/)
    await settled(page)
    await page.getByRole('link', { name: '861001000001' }).waitFor()
  })

  test('signing out forgets the session', async () => {
    const page = await browser.open({ role: 'admin' })
    await page.waitForURL(/\/leakage/)
    await settled(page)
    await page.getByRole('button', { name: text('shared:shell.personMenu', { name: credentialsOf('admin').username }) }).click()
    await page.getByRole('menuitem', { name: text('shared:shell.signOut') }).click()
    await page.waitForURL(/\/sign-in/)
    expect(await page.evaluate(`localStorage.getItem('nightflow.token')`)).toBeNull()
  })
})
