import { expect, test } from 'vitest'
import { journeyBrowser, settled } from './journey-browser.ts'
import { inDialog, pickDay, press, sayIn, submit } from './open-dialog.ts'
import { callFrom } from './page-call.ts'

const browser = journeyBrowser()
const say = sayIn('en')
const unique = () => String(Date.now()).slice(-8)

/** An account that nothing else uses. */
const openAccount = async (page: Parameters<typeof callFrom>[0]): Promise<string> => {
  const accountNo = `PAID-${unique()}`
  const holder = { accountNo, customerName: 'Li Na', telephone: '13800138000', address: '8 Mill Lane' }
  await callFrom(page, 'POST', '/prod-api/business/customer', holder)
  return accountNo
}

/** Of this year. */
const chooseMonth = async (page: Parameters<typeof callFrom>[0], label: string, month: string): Promise<void> => {
  await inDialog(page).getByLabel(label).click()
  await pickDay(page, new RegExp(`^${month}$`))
}

// requirement of Bills and payments: Journey: pay at the counter, take it back | /billing/payments | PUT /prod-api/business/payment/reverse/:paymentNo
test('a payment at the counter finds the account, goes to the balance where no bill is open, and is taken back with a reason', async () => {
  const page = await browser.open({ role: 'admin', path: '/billing/payments' })
  await settled(page)
  const accountNo = await openAccount(page)
  await press(page, say('billing:payment.create'))
  const form = inDialog(page)
  await form.getByLabel(say('shared:account.search')).fill(accountNo)
  await page.getByRole('option').filter({ hasText: accountNo }).click()
  await form.getByText('Li Na').waitFor()
  await form.getByLabel(say('billing:field.amount')).fill('25.5')
  await form.getByRole('button', { name: /^Receive .*25\.50$/ }).click()
  await form.getByText(/^Payment received, receipt \d+$/).waitFor()
  const saved = page.waitForEvent('download')
  await form.getByRole('button', { name: say('billing:payment.receipt') }).click()
  await page.getByRole('menuitem', { name: 'English' }).click()
  expect((await saved).suggestedFilename()).toMatch(new RegExp(`^${accountNo}-\\d+\\.pdf$`))
  await page.keyboard.press('Escape')
  await form.waitFor({ state: 'detached' })
  const row = page.getByRole('row').filter({ hasText: accountNo })
  await expect.poll(() => row.textContent()).toContain('25.50')

  await row.getByText(accountNo, { exact: true }).click()
  await inDialog(page).getByText(say('billing:payment.paid.nothing')).waitFor()
  await page.keyboard.press('Escape')
  await inDialog(page).waitFor({ state: 'detached' })

  await row.getByRole('button', { name: /^Reverse payment/ }).click()
  await inDialog(page).getByLabel(say('billing:payment.field.reason')).fill('taken for the wrong account')
  await submit(page)
  await expect.poll(() => row.textContent()).toContain('Reversed')
})

test('an amount above the limit of the utility is typed twice before money moves', async () => {
  const page = await browser.open({ role: 'admin', path: '/billing/payments' })
  await settled(page)
  const accountNo = await openAccount(page)
  const limitTo = (confirmAmountsAbove: number) => callFrom(page, 'PUT', '/prod-api/system/tenant/settings', { confirmAmountsAbove })
  await limitTo(200)
  try {
    browser.expectProblem(/409|payment/)
    await press(page, say('billing:payment.create'))
    const form = inDialog(page).first()
    await form.getByLabel(say('shared:account.search')).fill(accountNo)
    await page.getByRole('option').filter({ hasText: accountNo }).click()
    await form.getByLabel(say('billing:field.amount')).fill('250')
    await form.getByRole('button', { name: /^Receive .*250\.00$/ }).click()
    const again = page.getByRole('dialog', { name: say('session:amountAgain.title') })
    await again.getByLabel(say('session:amountAgain.amount')).fill('205')
    await again.getByRole('button', { name: say('session:amountAgain.confirm') }).click()
    await again.getByText(say('session:amountAgain.differs')).waitFor()
    await again.getByLabel(say('session:amountAgain.amount')).fill('250')
    await again.getByRole('button', { name: say('session:amountAgain.confirm') }).click()
    await again.waitFor({ state: 'detached' })
    await form.getByText(/^Payment received, receipt \d+$/).waitFor()
    await page.keyboard.press('Escape')
    const row = page.getByRole('row').filter({ hasText: accountNo })
    await expect.poll(() => row.textContent()).toContain('250.00')
  } finally {
    await limitTo(0)
  }
})

test('a bill that cannot be calculated says why, and what to do', async () => {
  const page = await browser.open({ role: 'admin', path: '/billing/bills' })
  await settled(page)
  const accountNo = await openAccount(page)
  browser.expectProblem(/409|bill/)
  await press(page, say('billing:bill.create'))
  const form = inDialog(page)
  await form.getByLabel(say('billing:field.accountNo')).fill(accountNo)
  await chooseMonth(page, say('billing:bill.field.firstMonth'), 'Feb')
  await chooseMonth(page, say('billing:bill.field.lastMonth'), 'Jan')
  await submit(page)
  await form.getByText(/last month must not be before the first/).waitFor()
})

test('the account page shows what was paid in, and the statement of the account has it as a line', async () => {
  const page = await browser.open({ role: 'admin', path: '/billing/payments' })
  await settled(page)
  const accountNo = await openAccount(page)
  await callFrom(page, 'POST', '/prod-api/business/payment', { accountNo, paymentId: crypto.randomUUID(), amount: 12.5, payMethod: '0' })
  await page.goto(new URL(`/customer/accounts/${accountNo}`, page.url()).href)
  const money = page.getByRole('region', { name: say('billing:account.transactions') })
  await expect.poll(() => money.textContent()).toContain('12.50')
  await page.getByText(say('billing:account.noBills')).waitFor()

  await press(page, say('billing:statement.button'))
  const line = inDialog(page)
    .getByRole('row')
    .filter({ hasText: say('billing:statement.value.kind.payment') })
  await expect.poll(() => line.textContent()).toContain('12.50')
  await press(page, say('billing:bill.pdf.button'))
  const [saved] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name: 'English' }).click()])
  expect(saved.suggestedFilename()).toMatch(new RegExp(`^${accountNo}-.*\\.pdf$`))
})
