import { expect, test } from 'vitest'
import { journeyBrowser, settled } from './journey-browser.ts'
import { inDialog, pickDay, press, sayIn, submit } from './open-dialog.ts'

const browser = journeyBrowser()
const say = sayIn('en')
const field = (name: string) => say(`billing:priceScheme.field.${name}`)

// requirement of Prices: Trial calculation on the screen of a price scheme | /billing/priceSchemes | POST /api/v1/tariff-calculations
// requirement of Prices: Journey: draft a price scheme, simulate it, publish it, calculate by it | /billing/priceSchemes | POST /api/v1/price-schemes/:priceSchemeId/simulations
test('a price scheme is drafted step by step, simulated, published, and calculates what it costs', async () => {
  const name = `Prices ${String(Date.now()).slice(-8)}`
  const page = await browser.open({ role: 'admin', path: '/billing/priceSchemes' })
  await settled(page)
  await press(page, say('billing:priceScheme.create'))
  const form = inDialog(page)
  await form.getByLabel(field('priceSchemeName')).fill(name)
  await form.getByLabel(field('vatRate')).fill('10')
  await form.getByLabel(field('startTime')).click()
  await pickDay(page, /^1 /)
  for (const [startVolume, endVolume, unitPrice] of [
    ['0', '10', '2'],
    ['10', '-1', '3.5'],
  ] as const) {
    await form.getByRole('button', { name: say('shared:rows.add'), exact: true }).click()
    await form.getByLabel(field('startVolume')).last().fill(startVolume)
    await form.getByLabel(field('endVolume')).last().fill(endVolume)
    await form.getByLabel(field('unitPrice')).last().fill(unitPrice)
  }
  await submit(page)

  const row = page.getByRole('row').filter({ hasText: name })
  await row.getByText(name, { exact: true }).click()
  await press(page, say('billing:simulation.run'))
  await inDialog(page).getByText(say('billing:simulation.histogram')).waitFor()
  await inDialog(page)
    .getByRole('row')
    .filter({ hasText: say('billing:simulation.total') })
    .waitFor()
  await page.keyboard.press('Escape')
  await inDialog(page).waitFor({ state: 'detached' })

  await row.getByRole('button', { name: say('billing:priceScheme.command.publish.short') }).click()
  await submit(page)
  await expect.poll(() => row.textContent()).toContain('Published')

  await row.getByText(name, { exact: true }).click()
  const trial = inDialog(page)
  // A day that was not chosen yet is empty, and no "Invalid Date".
  expect(await trial.textContent()).not.toContain('Invalid')
  for (const [label, day] of [
    ['from', /^1 /],
    ['to', /^11 /],
  ] as const) {
    // The versions above are labelled by texts with the same word in them.
    await trial
      .getByLabel(new RegExp(`^${field(label)}`))
      .first()
      .click()
    await pickDay(page, day)
  }
  await trial.getByLabel(field('litres')).first().fill('12000')
  await trial.getByRole('button', { name: say('billing:priceScheme.trial.run'), exact: true }).click()
  // Ten at 2 and two at 3.5, and a tenth of it.
  await trial.getByText('29.70').waitFor()
})
