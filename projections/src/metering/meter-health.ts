import { CostedFinding, HealthFigures } from '@nightflow/schemas/metering/meter-health'
import { z } from 'zod'
import { defineEntity } from '../projector/entity.ts'

const row = z.object({
  number: z.string(),
  /** The log position of the first finding: the same after every rebuild. */
  healthId: z.int(),
  day: z.string(),
  /** The findings, separated by blanks; empty once none is left. */
  words: z.string(),
  findings: z.array(CostedFinding),
  figures: HealthFigures,
  /** Of all findings with a volume; null where none has one. */
  yearlyLitres: z.number().nullable(),
  leakSince: z.string().nullable(),
})

const hasLeak = (findings: readonly CostedFinding[]): boolean => findings.some(({ finding }) => finding === 'leak')

const leakFacts = (day: string, { leakLitresPerHour, leakSince }: HealthFigures) => ({
  day,
  litresPerHour: leakLitresPerHour,
  since: leakSince,
})

/** The latest findings of each meter. */
export const meterHealth = defineEntity({
  name: 'metering/meter-health',
  version: 3,
  table: 'meter_health',
  key: ['number'],
  row,
  indexes: {
    // A list without a filter, and one of a finding, read the most expensive first.
    cost: "(tenant, yearly_litres desc nulls last, health_id) include (words, number) where words <> ''",
    number: "(tenant, number, health_id) include (words) where words <> ''",
    since: "(tenant, leak_since, health_id) include (words, number) where words <> ''",
    leak: '(tenant, health_id) where leak_since is not null',
    // Fields by which a list is counted, filtered and sorted, without the figures that make a row wide.
    list: "(tenant, health_id) include (number, words, leak_since, day, yearly_litres) where words <> ''",
  },
  shardedBy: 'number',
  evolve: {
    'metering.MeterHealthRecorded': (known, { data: { number, day, findings, figures }, position }) => {
      const costs = findings.flatMap(({ yearlyLitres }) => (yearlyLitres === null ? [] : [yearlyLitres]))
      return {
        number,
        healthId: known?.healthId ?? position,
        day,
        words: findings.map(({ finding }) => finding).join(' '),
        findings,
        figures,
        yearlyLitres: costs.length === 0 ? null : costs.reduce((sum, litres) => sum + litres, 0),
        leakSince: hasLeak(findings) ? figures.leakSince : null,
      }
    },
  },
  history: {
    sentences: 'metering:meterHealth',
    steps: {
      'metering.MeterHealthRecorded': [
        {
          step: 'leaking',
          tell: ({ data: { day, findings, figures } }) =>
            hasLeak(findings) && !figures.isLeakSinceLeast ? { facts: leakFacts(day, figures) } : undefined,
        },
        {
          step: 'leakingAtLeast',
          tell: ({ data: { day, findings, figures } }) =>
            hasLeak(findings) && figures.isLeakSinceLeast ? { facts: leakFacts(day, figures) } : undefined,
        },
        {
          step: 'found',
          tell: ({ data: { day, findings } }) =>
            findings.length > 0 && !hasLeak(findings) ? { facts: { day, count: findings.length } } : undefined,
        },
        { step: 'healthy', tell: ({ data: { day, findings } }) => (findings.length === 0 ? { facts: { day } } : undefined) },
      ],
    },
  },
})
