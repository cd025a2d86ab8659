import { issueHeldBill } from '@nightflow/schemas/billing/held-bill-calls'
import { placedCommands } from '@nightflow/schemas/command-places'
import { namedCommands } from '@nightflow/schemas/named-commands'
import { describe, expect, test } from 'vitest'
import { screens, unofferedCalls, unofferedNamed, unofferedVerbs } from './offered-commands.ts'

const web = screens()

/** Commands that people do not give from a screen, each with the reason. */
const ruoYi = 'a call of RuoYi clients; the screens do the same with the form or the page'
const commandLine = 'a step of an import from the command line'
const withoutScreen: Readonly<Record<string, string>> = {
  'notices.markRead': ruoYi,
  'notices.markReadAll': ruoYi,
  'users.search': ruoYi,
  'users.givePassword': ruoYi,
  'users.changeStatus': ruoYi,
  'users.giveRoles': ruoYi,
  'roles.changeStatus': ruoYi,
  'roles.takeFromUsers': ruoYi,
  'departments.updateSort': ruoYi,
  'menus.updateSort': ruoYi,
  'tenants.search': ruoYi,
  'tenants.changeStatus': ruoYi,
  checkCode: ruoYi,
  unlockScreen: ruoYi,
  uploadImage: ruoYi,
  refreshParameters: ruoYi,
  removeSignIns: 'rejected always: rows of the log are kept',
  removeOperations: 'rejected always: rows of the log are kept',
  declareImport: commandLine,
  completeImport: commandLine,
  renewSession: 'sent by clients of the API with bearer tokens; the web renews its cookie',
  receivePaymentCallback: 'sent by payment platforms',
  pushThirdPartyRecharge: 'sent by third-party platforms',
  saveDeviceProfileMapping: 'paths in the messages of a network server, which an integrator writes as JSON',
}

describe('every declared command is offered by a screen', () => {
  test('the named commands of entities', () => {
    expect(unofferedNamed(web)).toEqual([])
  })

  test('the calls of resources, also of those with routes of their own', () => {
    expect(unofferedVerbs(web).filter((name) => !(name in withoutScreen))).toEqual([])
  })

  test('all further commands', () => {
    expect(unofferedCalls(web).filter((name) => !(name in withoutScreen))).toEqual([])
  })

  test('a command without a screen is still declared, and offered by none', () => {
    const unoffered = [...unofferedVerbs(web), ...unofferedCalls(web)]
    expect(Object.keys(withoutScreen).filter((name) => !unoffered.includes(name))).toEqual([])
  })
})

test('every named command has a list that the palette opens for it', () => {
  const placed = new Set(placedCommands().map(({ resource, name }) => `${resource}.${name}`))
  const all = namedCommands.flatMap(({ resource, commands }) => commands.map(({ name }) => `${resource}.${name}`))
  expect(all.filter((name) => !placed.has(name))).toEqual([])
})

describe('a command without a button is found by its name', () => {
  const without = (file: string, from: string, to: string) =>
    new Map([...web].map(([path, text]) => [path, path.endsWith(file) ? text.replace(from, to) : text]))

  test('a list of commands that a screen does not give to its resource', () => {
    const planted = without('/held-bill-resource.tsx', 'commands: heldBillCommands', '')
    expect(unofferedNamed(planted)).toEqual(['heldBill.issue', 'heldBill.dismiss'])
    const second = without('/bill-resource.tsx', ', ...planCommands', '')
    expect(unofferedNamed(second)).toContain('bill.cancelPlan')
  })

  test('a further entity', () => {
    const command = { name: 'issue', endpoint: { ...issueHeldBill }, icon: 'money' as const }
    const registry = "  { texts: 'billing', resource: 'voucher', commands: voucherCommands },"
    expect(unofferedNamed(web, [{ resource: 'voucher', commands: [command] }], registry)).toEqual(['voucher.issue'])
  })

  test('a verb of a resource that its screen leaves out', () => {
    const planted = without('/issue-bill-tool.tsx', 'const { create, list } = resourceCalls.bills', 'const { list } = resourceCalls.bills')
    expect(unofferedVerbs(planted)).toContain('bills.create')
    expect(unofferedVerbs(web, { debts: { forgive: { ...issueHeldBill } } })).toEqual(['debts.forgive'])
  })

  test('a call that no screen makes', () => {
    expect(unofferedCalls(web, [['forgiveDebt', { ...issueHeldBill }]])).toEqual(['forgiveDebt'])
  })
})
