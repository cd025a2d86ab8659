import type { AccountRow } from '@nightflow/schemas/customers/account'
import type { MeterRow } from '@nightflow/schemas/devices/meters'
import type { Page } from 'playwright'
import { pagesOfResources } from '../support/resource-forms.ts'
import { fieldDialogs } from './field-dialogs.ts'
import {
  choose,
  empty,
  finding,
  inDialog,
  managing,
  type Opening,
  openFilters,
  opensRow,
  opensTool,
  opensWith,
  press,
  pressTool,
  ringing,
  sendRows,
  submit,
} from './open-dialog.ts'
import { type AskApi, partition } from './screens.ts'

/** A dialog over a screen, or the error of a screen: its role, its address, and the steps that open it. */
export type Dialog = { name: string; role?: 'admin' | 'operator' | 'analyst'; path: string; open: Opening }

const leakage = `/water/leakage?partition=${partition}`
/** The bar beside a list while rows are ticked. */
const chosenBar = (page: Page) => page.locator('.nf-chosen')
/** Nothing matches this. */
const nothing = 'zzzzzz'

export const findDialogs = async (ask: AskApi): Promise<Dialog[]> => {
  const { rows } = await ask<{ rows: MeterRow[] }>('admin', '/api/v1/meters?limit=500')
  const { rows: accounts } = await ask<{ rows: AccountRow[] }>('admin', '/prod-api/business/customer/list?waterUse=0&pageSize=10')
  const own = ownDialogs(rows.find(({ hasValve }) => hasValve)?.number, accounts[0]?.accountNo)
  return [...own, ...dialogsOfResources(own)]
}

/** The empty form of every resource in the menu that has no dialog of its own above. */
const dialogsOfResources = (own: readonly Dialog[]): Dialog[] =>
  pagesOfResources
    .filter(({ isEdited, path }) => isEdited && !own.some((dialog) => dialog.path === path))
    .flatMap(({ role, path, texts, name }) => of(role, path, { [`${name}-create`]: opensWith(`${texts}:${name}.create`, empty) }))

const ownDialogs = (valveMeter: string | undefined, accountNo: string | undefined): Dialog[] => [
  ...of('admin', '/system/user', {
    'staff-create': opensWith('platform:staff.create'),
    'staff-create-empty': opensWith('platform:staff.create', empty),
    'staff-created': opensWith('platform:staff.create', async (page, say) => {
      await inDialog(page).getByLabel(say('platform:field.userName'), { exact: false }).first().fill(`made_${Date.now()}`)
      await inDialog(page).getByLabel(say('platform:field.nickName'), { exact: false }).last().fill('Made')
      await submit(page)
      await inDialog(page).getByText(say('shared:once.text')).waitFor()
    }),
    'staff-change': opensRow(0, 1),
    'staff-password': opensRow(1, 1),
    'staff-erase': opensRow(2, 1),
    'staff-remove': opensRow(3, 1),
    'staff-import': opensWith('shared:import.open'),
    'staff-import-problems': opensWith('shared:import.open', sendRows),
    'staff-columns': async (page, say) => {
      await press(page, say('shared:table.columns'))
      await page.getByRole('menu').waitFor()
    },
    'staff-days': async (page, say) => {
      await openFilters(page)
      await press(page, say('shared:resource.createdWithin'))
      await page.locator('.mantine-DatePickerInput-calendarHeader').first().waitFor()
    },
  }),
  ...of('admin', `/system/user?userName=${nothing}`, { 'staff-none': async () => undefined }),
  ...of('admin', '/system/role', {
    'role-create': opensWith('platform:role.create'),
    'role-change': opensRow(0),
    'role-permissions': opensRow(1),
    'role-data': opensRow(2),
    'role-holders': opensRow(3),
  }),
  ...of('admin', '/system/dept', { 'department-create': opensWith('platform:department.create', empty) }),
  ...of('admin', '/system/region', {
    'region-create': opensWith('platform:region.create'),
    'region-import': opensWith('shared:import.open'),
  }),
  ...of('admin', '/system/notice', {
    'notice-create': opensWith('platform:notice.create', empty),
    'notice-none': async () => undefined,
    'list-failed': async (page, say) => {
      await page.route('**/system/notice/list**', (route) => route.abort('connectionrefused'))
      await page.reload()
      await page.getByText(say('shared:error.title')).waitFor({ timeout: 30_000 })
    },
  }),
  ...of('admin', '/system/config', {
    'parameter-create': opensWith('platform:parameter.create', empty),
    'parameter-change': opensRow(0),
  }),
  ...of('admin', '/system/agent', {
    'agent-recharge': opensRow(0),
    'agent-terms': opensRow(1),
    'agent-settle': opensTool('platform:agent.command.settle.short'),
  }),
  ...of('admin', '/system/operlog', {
    'operation-detail': async (page) => {
      await page.locator('tbody tr').first().getByRole('button').first().click()
      await inDialog(page).waitFor()
    },
  }),
  ...of('admin', '/system/logininfor', { 'sign-ins': async () => undefined }),
  ...of('admin', '/alarm/alarm?alarmStatus=0', {
    'alarm-start': opensRow(0),
    'alarm-finish': opensRow(1),
    'alarm-ignore': opensRow(2),
    'alarms-chosen': async (page, say) => {
      await page.getByRole('checkbox', { name: say('shared:resource.chooseAll') }).check()
    },
    'alarms-ignore-many': async (page, say) => {
      await page.getByRole('checkbox', { name: say('shared:resource.chooseAll') }).check()
      await press(page, say('alarms:alarm.command.ignore.short'))
      await inDialog(page).waitFor()
    },
  }),
  ...of('admin', '/index', {
    bell: ringing(0),
    'bell-meter': ringing(1),
    'bell-system': ringing(2),
    'bell-alarm': async (page, say) => {
      await ringing(0)(page, say)
      await page.locator('.nf-bell-item').first().click()
      await inDialog(page).locator('.nf-facts').waitFor()
    },
    'display-settings': opensWith('shell:settings.title'),
    'person-menu': async (page) => {
      await page.locator('.nf-user').click()
      await page.getByRole('menu').waitFor()
    },
    'sign-out': async (page, say) => {
      await page.locator('.nf-user').click()
      await choose(page, say('shell:signOut'))
      await inDialog(page).waitFor()
    },
    'find-screens': finding(''),
    'find-meters': finding('10'),
    'find-nothing': finding(nothing),
    sidebar: async (page, say) => {
      const isNarrow = (page.viewportSize()?.width ?? 0) < 992
      if (isNarrow) await press(page, say('shell:sidebar'))
    },
    'tab-menu': async (page, say) => {
      await page.evaluate(`localStorage.setItem('layout-setting', '{"tagsView":true}')`)
      await page.goto('/system/user')
      await page
        .getByRole('navigation', { name: say('shell:tags.label') })
        .getByRole('link')
        .last()
        .click({ button: 'right' })
      await page.getByRole('menu').waitFor()
    },
  }),
  ...of('admin', leakage, {
    'partition-menu': async (page, say) => {
      await press(page, say('leakage:tools.manage'))
      await page.getByRole('menu').waitFor()
    },
    'partition-edit': managing('leakage:tools.edit'),
    'partition-history': managing('leakage:tools.history'),
    'partition-thresholds': managing('leakage:tools.thresholds'),
    'partition-infrastructure': managing('leakage:tools.infrastructure'),
    'partition-summary-meter': managing('leakage:tools.summaryMeter'),
    'partition-sub-meters': managing('leakage:tools.subMeters'),
    'partition-dissociate': managing('leakage:tools.dissociate'),
    'partition-below': managing('leakage:tools.below'),
    'partition-remove': managing('leakage:tools.remove'),
    'cascade-create': opensWith('leakage:tools.createCascade', empty),
    'leakage-days': async (page) => {
      await page.locator('.mantine-DatePickerInput-input').first().click()
      await page.locator('.mantine-DatePickerInput-calendarHeader').first().waitFor()
    },
  }),
  ...of('admin', '/water/leakage?partition=harbour', { 'cascade-remove': managing('leakage:tools.removeCascade') }),
  ...of('admin', `/device/meters?search=${valveMeter}`, {
    'meters-drawer': async (page) => {
      await page.locator('tbody .nf-cell-button').first().click()
      await inDialog(page).locator('.nf-history li').first().waitFor()
    },
    'meters-close-valve': async (page, say) => {
      await page.locator('tbody input[type=checkbox]').first().click()
      await press(page, say('devices:meters.command.closeValve.short'))
      await empty(page)
    },
  }),
  ...of('admin', `/device/meters/${valveMeter}`, {
    'valve-close': async (page, say) => {
      const asked = ['devices:valve.ask.closed', 'devices:valve.ask.open'].map((key) => page.getByRole('button', { name: say(key) }))
      for (const button of asked) if (await button.isEnabled()) return void (await button.click())
    },
    'meter-replace': opensWith('devices:replace.open', empty),
    'meter-edit': opensWith('devices:edit.open'),
    'meter-reset': opensWith('devices:reset.open', empty),
    'meter-correction': opensWith('metering:correction.open', empty),
  }),
  ...of('admin', '/device/unclaimed', {
    'meter-register': async (page, say) => {
      const button = page.getByRole('button', { name: say('devices:register.open'), exact: true }).first()
      if (await button.isVisible()) await button.click()
    },
  }),
  ...of('admin', '/gateway/list', {
    'gateway-create': opensWith('platform:gateways.create', empty),
    'gateway-downlink': opensRow(0),
    'gateway-revoke': opensRow(1),
  }),
  ...of('admin', '/audit/jobs', {
    'job-replay': opensWith('audit:jobs.startReplay'),
    'job-verify': opensWith('audit:jobs.startVerify'),
  }),
  ...of('admin', '/audit/moneyProofs', { 'proof-start': opensWith('audit:proof.start') }),
  ...of('admin', '/user/profile', {
    'profile-password': async (page, say) => {
      await press(page, say('session:changePassword'))
    },
  }),
  ...of('admin', '/water/investigation', { annotate: opensWith('leakage:investigation.annotate') }),
  ...of('admin', '/cascadeScreen', { 'view-link': opensWith('dashboard:link.make') }),
  ...of('admin', '/billing/bills', {
    'bill-issue': opensWith('billing:bill.create', empty),
    'bill-rebill': opensWith('billing:bill.rebill.button', empty),
    'bill-instalments': opensWith('billing:instalments.button', empty),
    'bill-collection-settings': opensWith('billing:collectionSettings.open'),
    'bill-mail': opensWith('billing:bill.mail.button'),
    'bill-mail-chosen': async (page, say) => {
      await page.locator('tbody tr input[type=checkbox]').first().check()
      await chosenBar(page)
        .getByRole('button', { name: say('billing:bill.mail.button') })
        .click()
      await inDialog(page).waitFor()
    },
    'bill-print-chosen': async (page, say) => {
      await page.locator('tbody tr input[type=checkbox]').first().check()
      await chosenBar(page)
        .getByRole('button', { name: say('billing:bill.print.button') })
        .click()
      await page.getByRole('menu').waitFor()
    },
  }),
  ...of('admin', `/customer/accounts/${accountNo}`, { 'account-statement': opensWith('billing:statement.button') }),
  ...of('admin', '/billing/payments', {
    'payment-receive': opensWith('billing:payment.create', async (page, say) => {
      await inDialog(page).getByLabel(say('shared:account.search')).fill('10150000')
      await page.getByRole('option').first().click()
      await inDialog(page).locator('button[type=submit]').waitFor()
    }),
    'balance-refund': opensWith('billing:payment.refund.button', empty),
  }),
  ...of('admin', '/billing/bills?status=0', {
    'bill-compare': async (page, say) => {
      await page.locator('tbody .nf-cell-button').first().click()
      await press(page, say('billing:compare.button'))
      await page.getByText(say('billing:compare.fact.perDay')).first().waitFor()
    },
  }),
  ...of('admin', '/billing/bankStatements', { 'bank-import': opensWith('billing:bankStatement.import.button') }),
  ...of('admin', '/billing/deductions', {
    'deduction-deduct': opensWith('billing:deduction.deduct.button', empty),
    'deduction-order': opensWith('billing:deduction.order.button'),
  }),
  ...Object.entries(fieldDialogs).flatMap(([path, opening]) => of('admin', path, opening)),
  ...of('operator', '/tenant/list', {
    'tenant-create': opensWith('platform:tenant.create', empty),
    'tenant-change': opensRow(0),
    'tenant-settings': opensRow(1),
    'tenant-visit': async (page) => {
      await pressTool(page, 2, page.locator('tbody tr', { hasText: 'Riverbend' }))
      await inDialog(page).waitFor()
    },
  }),
  ...of('operator', '/system/menu', { 'menu-create': opensWith('platform:menu.create', empty) }),
  ...of('operator', '/system/dict', { 'dictionary-create': opensWith('platform:dictionaryType.create', empty) }),
  ...of('operator', '/dict/type/data/1', { 'entry-create': opensWith('platform:dictionaryEntry.create', empty) }),
  {
    name: 'recover',
    path: '/login',
    open: async (page, say) => {
      await press(page, say('session:forgotten'))
      await page.locator('button[type=submit]').click()
    },
  },
  {
    name: 'sign-in-empty',
    path: '/login',
    open: async (page) => {
      await page.locator('button[type=submit]').click()
    },
  },
  {
    name: 'register-empty',
    path: '/register',
    open: async (page) => {
      await page.locator('button[type=submit]').click()
    },
  },
]

function of(role: NonNullable<Dialog['role']>, path: string, opening: Record<string, Opening>): Dialog[] {
  return Object.entries(opening).map(([name, open]) => ({ name, role, path, open }))
}
