import { expect, test } from 'vitest'
import { journeyBrowser, settled } from './journey-browser.ts'
import { inDialog, press, sayIn, submit } from './open-dialog.ts'
import { callFrom } from './page-call.ts'

const browser = journeyBrowser()
const say = sayIn('en')

const answerTo = async (page: Parameters<typeof callFrom>[0], path: string) =>
  JSON.parse((await callFrom(page, 'GET', path)).bytes.toString('utf8'))

// requirement of Bills and payments: Journey: import a bank statement, assign an entry | /billing/bankStatements | POST /prod-api/business/bankStatement/importData
test('a bank statement is previewed and imported; an entry without an account is assigned, and pays it', async () => {
  const page = await browser.open({ role: 'admin', path: '/billing/bankStatements' })
  await settled(page)
  const unique = String(Date.now()).slice(-8)
  const [named, other] = [`BANK-${unique}`, `BANK-${unique}-2`]
  const holder = { customerName: 'Li Na', telephone: '13800138000', address: '8 Mill Lane' }
  for (const accountNo of [named, other]) await callFrom(page, 'POST', '/prod-api/business/customer', { ...holder, accountNo })
  const { currencyUnit: currency } = (await answerTo(page, '/prod-api/system/user/getInfo')).user
  const statement = [
    ...[':20:NIGHTFLOW', `:25:${unique}`, `:28C:${unique}`, `:60F:C261103${currency}0,00`],
    ...[`:61:2611041104C12,50NTRFNONREF//${unique}1`, `:86:166?20SVWZ+Water ${named}?32LI NA`],
    ...[`:61:2611041104C20,00NTRFNONREF//${unique}2`, ':86:166?20SVWZ+thank you?32A FRIEND'],
    `:62F:C261104${currency}32,50`,
  ].join('\r\n')

  await press(page, say('billing:bankStatement.import.button'))
  const form = inDialog(page)
  await form.locator('input[type=file]').setInputFiles({ name: 'bank.sta', mimeType: 'text/plain', buffer: Buffer.from(statement) })
  await form.getByText(say('billing:bankStatement.why.nothing')).waitFor()
  await expect.poll(() => form.getByRole('row').filter({ hasText: named }).textContent()).toContain('12.50')
  await form.getByRole('button', { name: 'Import 2 entries' }).click()
  await form.waitFor({ state: 'detached' })
  await page.getByRole('link', { name: unique, exact: true }).click()

  const entry = page.getByRole('row').filter({ hasText: 'thank you' })
  await expect.poll(() => entry.textContent()).toContain('Unmatched')
  await entry.getByRole('button', { name: say('billing:bankEntry.command.assign') }).click()
  await inDialog(page).getByLabel(say('billing:field.accountNo')).fill(other)
  await inDialog(page).getByLabel(say('billing:bankEntry.field.reason')).fill('as the payer told')
  await submit(page)
  await inDialog(page).waitFor({ state: 'detached' })
  await expect.poll(() => entry.textContent()).toContain('Assigned')
  const { data } = await answerTo(page, `/prod-api/business/payment/balance?accountNo=${other}`)
  expect(data).toMatchObject({ balanceMinor: 2_000 })
})

test('a statement that does not open with the last closing balance is imported after its opening balance is confirmed', async () => {
  const page = await browser.open({ role: 'admin', path: '/billing/bankStatements' })
  await settled(page)
  const unique = `7${String(Date.now()).slice(-8)}`
  const { currencyUnit: currency } = (await answerTo(page, '/prod-api/system/user/getInfo')).user
  const importing = async (no: string, opening: string, closing: string) => {
    const statement = [
      ...[':20:NIGHTFLOW', `:25:${unique}`, `:28C:${unique}/${no}`, `:60F:C261103${currency}${opening}`],
      ...[`:61:2611041104C10,00NTRFNONREF//${unique}${no}`, ':86:166?20SVWZ+thank you?32A FRIEND', `:62F:C261104${currency}${closing}`],
    ].join('\r\n')
    await press(page, say('billing:bankStatement.import.button'))
    const form = inDialog(page)
    await form.locator('input[type=file]').setInputFiles({ name: 'bank.sta', mimeType: 'text/plain', buffer: Buffer.from(statement) })
    return { form, submit: form.getByRole('button', { name: 'Import 1 entry' }).or(form.getByRole('button', { name: 'Import 1 entries' })) }
  }
  const first = await importing('1', '0,00', '10,00')
  await first.submit.click()
  await first.form.waitFor({ state: 'detached' })

  const second = await importing('3', '50,00', '60,00')
  await second.form
    .getByRole('alert')
    .getByText(/50\.00.*10\.00/)
    .waitFor()
  expect(await second.submit.isDisabled()).toBe(true)
  await second.form.getByLabel(say('billing:bankStatement.import.confirm')).check()
  await second.submit.click()
  await second.form.waitFor({ state: 'detached' })
  await page.getByRole('link', { name: `${unique}/3`, exact: true }).waitFor()
})
