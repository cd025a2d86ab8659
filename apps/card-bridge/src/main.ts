import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { CardOnWire } from '@nightflow/schemas/cards/bridge'
import { CardTechnology } from '@nightflow/schemas/cards/card-image'
import type { Fault } from './card-reader.ts'
import { startCardBridge } from './start-card-bridge.ts'
import { newCard, type VirtualCard, VirtualMeter } from './virtual-card.ts'

const help = `Card bridge with virtual cards.

  node apps/card-bridge/src/main.ts [--port 18181] [--cards cards.json]

Commands, one a line:
  insert CARD [e55|cpu]   puts a card into the reader, a new one where there is none of this number
  pull                    takes the card out of the reader
  swipe METER             holds the card to a meter
  fault NAME              unreadable, pulled-before-write, pulled-after-write, cut-after-write, old-protocol
  repair                  takes all faults back
  show                    prints the card in the reader
`
const faults: readonly Fault[] = ['unreadable', 'pulled-before-write', 'pulled-after-write', 'cut-after-write', 'old-protocol']

const { values } = parseArgs({ options: { port: { type: 'string' }, cards: { type: 'string' }, help: { type: 'boolean' } } })
if (values.help) {
  process.stdout.write(help)
  process.exit(0)
}

const path = values.cards
const box = new Map<string, VirtualCard>()
if (path && existsSync(path))
  for (const card of JSON.parse(readFileSync(path, 'utf8')) as VirtualCard[]) {
    const data = CardOnWire.parse(card.data)
    box.set(data.cardNo, { technology: CardTechnology.parse(card.technology), data })
  }
const meters = new Map<string, VirtualMeter>()
const bridge = await startCardBridge(values.port ? Number(values.port) : undefined)
process.stdout.write(`Card bridge at ${bridge.url}. --help lists the commands.\n`)

const meterOf = (number: string): VirtualMeter => {
  const meter = meters.get(number) ?? new VirtualMeter(number)
  meters.set(number, meter)
  return meter
}

const commands: Record<string, (one?: string, other?: string) => string> = {
  insert: (cardNo = '', technology = 'e55') => {
    const card = box.get(cardNo) ?? newCard(cardNo, technology === 'cpu' ? CardTechnology.enum.cpu : CardTechnology.enum.e55)
    box.set(cardNo, card)
    bridge.reader.insert(card)
    return JSON.stringify(card.data)
  },
  pull: () => {
    bridge.reader.insert(undefined)
    return 'no card'
  },
  swipe: (meterNo = '') => {
    const { card } = bridge.reader
    return card ? `${meterOf(meterNo).swipe(card) ? 'taken' : 'nothing taken'}, ${meterOf(meterNo).remaining} left` : 'no card'
  },
  fault: (name) => {
    const found = faults.find((fault) => fault === name)
    if (found) bridge.reader.fault(found)
    return found ?? 'unknown fault'
  },
  repair: () => {
    bridge.reader.repair()
    return 'no faults'
  },
  show: () => JSON.stringify(bridge.reader.card?.data ?? null),
}

createInterface({ input: process.stdin }).on('line', (line) => {
  const [name = '', ...words] = line.trim().split(/\s+/)
  const carryOut = Object.hasOwn(commands, name) ? commands[name] : undefined
  process.stdout.write(`${carryOut ? carryOut(...words) : help}\n`)
  if (path) writeFileSync(path, JSON.stringify([...box.values()]))
})
