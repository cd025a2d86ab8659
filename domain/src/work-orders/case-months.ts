import { CaseOutcome } from '@nightflow/schemas/work-orders/leak-case'
import { caseFigures, type FiguredCase } from './case-figures.ts'
import type { CaseVolumes } from './case-volumes.ts'

type MonthCase = FiguredCase & { month: string }

/** The figures of cases by the month in which they were opened, the newest month first. */
export const caseMonths = <Case extends MonthCase>(cases: readonly Case[], volumesOf: (leak: Case) => CaseVolumes) =>
  [...Map.groupBy(cases, ({ month }) => month)]
    .toSorted(([one], [other]) => other.localeCompare(one))
    .map(([month, of]) => {
      const { awareness, site, repair, ...figures } = caseFigures(of, volumesOf)
      return {
        month,
        ...figures,
        repaired: of.filter(({ outcome }) => outcome === CaseOutcome.enum.repaired).length,
        ...{ awarenessMedianHours: awareness.medianHours, awarenessP90Hours: awareness.p90Hours },
        ...{ siteMedianHours: site.medianHours, siteP90Hours: site.p90Hours },
        ...{ repairMedianHours: repair.medianHours, repairP90Hours: repair.p90Hours },
      }
    })
