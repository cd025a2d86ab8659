import { empty, inDialog, type Opening, opensRow, opensWith, press } from './open-dialog.ts'

/** Dialogs of field work, cards, tokens and online payments: the screen, and the steps that open them. */
export const fieldDialogs: Record<string, Record<string, Opening>> = {
  '/workOrder/orders': {
    'order-create': opensWith('work-orders:workOrder.create', empty),
    'order-open': async (page) => {
      await page.locator('tbody .nf-cell-button').first().click()
      await inDialog(page).locator('.nf-facts').waitFor()
    },
    'order-start': opensRow(0),
    'order-hold': opensRow(1),
  },
  '/workOrder/cases': {
    'case-open': async (page) => {
      // The service opens the cases of the demo minutes after its start, and the list refreshes each minute.
      await page.locator('tbody .nf-cell-button').first().click({ timeout: 120_000 })
      await inDialog(page).locator('canvas').waitFor()
    },
    'case-first': opensRow(0),
    'case-second': opensRow(1),
  },
  '/alarm/alarm?alarmStatus=0&alarmType=0': {
    'alarm-order': async (page, say) => {
      await page.locator('tbody tr').first().getByRole('checkbox').check()
      await press(page, say('work-orders:workOrder.create'))
      await inDialog(page).locator('button[type=submit]').waitFor()
    },
  },
  '/alarm/alarmRule': {
    'alarm-rule-create': opensWith('alarms:alarmRule.create', empty),
    'built-in-rules': async (page, say) => {
      await press(page, say('alarms:builtInRule.show'))
      await page.locator('.nf-panel table').first().waitFor()
    },
  },
  '/card/desk': {
    'card-bridge': opensWith('cards:desk.read'),
  },
  '/prepaid/tokenDesk': {
    'token-decode': async (page, say) => {
      await page.getByRole('tab', { name: say('prepaid:desk.decode') }).click()
    },
  },
  '/billing/recharges': {
    'recharge-create': opensWith('billing:recharge.create'),
  },
  '/billing/payment/paymentReconciliation': {
    'payment-report': opensWith('payments:paymentReconciliation.upload.button'),
  },
  '/water/waterBalance?partition=harbour': {
    'infrastructure-data': opensWith('leakage:infrastructure.title'),
  },
}
