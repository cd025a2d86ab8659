import { expect, test } from 'vitest'
import { journeyBrowser, settled } from './journey-browser.ts'
import { credentialsOf, forgetSignIn } from './people.ts'
import { codeSentTo, serviceDatabase, signInByHand, solveCaptcha } from './sign-in-form.ts'
import { text } from './texts.ts'

const browser = journeyBrowser()
const pool = serviceDatabase()

test('a person gives an e-mail address, forgets the password and gets another by a code that goes there', {
  timeout: 120_000,
}, async () => {
  const { username, password } = credentialsOf('agent')
  const email = `agent.${Date.now().toString(36)}@example.org`
  const page = await browser.open({ path: '/login' })
  await signInByHand(page, pool, username, password)
  await page.waitForURL(/\/index/)
  await page.goto('/user/profile')
  await settled(page)
  await page.getByLabel(text('profile:field.email')).fill('nonsense')
  await page.getByRole('button', { name: text('profile:save') }).click()
  await page.getByText(text('profile:rule.email')).waitFor()
  await page.getByLabel(text('profile:field.email')).fill(email)
  // A number of the country that the page proposes to a reader of English.
  const phone = `7400${String(Date.now()).slice(-6)}`
  await page.getByLabel(text('session:phone')).fill(phone)
  await page.getByLabel(text('profile:field.presentPassword'), { exact: true }).fill(password)
  await page.getByRole('button', { name: text('profile:save') }).click()
  await page.getByText(text('profile:saved')).waitFor()
  await page.locator('dd').filter({ hasText: email }).waitFor()
  await page.locator('dd').filter({ hasText: phone }).waitFor()

  await page.context().clearCookies()
  await page.goto('/login')
  await page.getByRole('button', { name: text('session:forgotten') }).click()
  await page.getByRole('textbox', { name: text('session:email') }).fill(email)
  await solveCaptcha(page, pool)
  await page.getByRole('button', { name: text('session:sendCode') }).click()
  await page.getByLabel(text('session:messageCode')).fill(await codeSentTo(pool, email))
  const renewed = `Tide${Date.now() % 10_000}Water`
  await page.getByLabel(text('session:newPassword'), { exact: true }).fill(renewed)
  await page.getByLabel(text('session:confirmPassword'), { exact: true }).fill(renewed)
  await page.getByRole('button', { name: text('session:recover.confirm') }).click()
  await page.getByText(text('session:recover.done')).waitFor()
  await signInByHand(page, pool, username, renewed)
  await page.waitForURL(/\/index/)
  await settled(page)
  expect(await page.getByRole('button', { name: text('shell:personMenu', { name: 'agent' }) }).count()).toBe(1)

  // Both addresses can be removed again, by the password.
  await page.goto('/user/profile')
  await settled(page)
  await page.getByLabel(text('profile:field.email')).fill('')
  await page.getByLabel(text('session:phone')).fill('')
  await page.getByLabel(text('profile:field.presentPassword'), { exact: true }).fill(renewed)
  await page.getByRole('button', { name: text('profile:save') }).click()
  await page.getByText(text('profile:saved')).waitFor()
  expect(await page.locator('dd').filter({ hasText: email }).count()).toBe(0)
  expect(await page.locator('dd').filter({ hasText: phone }).count()).toBe(0)

  // Back to the password that the demo prints, by the old one and the new.
  await page.getByLabel(text('session:oldPassword'), { exact: true }).fill(renewed)
  await page.getByLabel(text('session:newPassword'), { exact: true }).fill(password)
  await page.getByLabel(text('session:confirmPassword'), { exact: true }).fill(password)
  await page.getByRole('button', { name: text('session:changePassword') }).click()
  await page.getByText(text('session:passwordChanged')).waitFor()
  await page.waitForURL(/\/login/)
  forgetSignIn('agent')
})
