import type { NightFlowRow } from '@nightflow/schemas/leakage/night-flow'
import { expect, test } from 'vitest'
import { estimatedShares, isFigureEstimated } from '#leakage/use-estimated-text.ts'

const row = (differs: Partial<NightFlowRow>) =>
  ({
    ...{ estimated: true, supplyLitres: 2400, supplyEstimatedLitres: 0, consumptionLitres: 960, consumptionEstimatedLitres: 240 },
    ...differs,
  }) as NightFlowRow
const figures = ['supplyLitres', 'consumptionLitres', 'leakageRate', 'klRatio'] as const
const marked = (differs: Partial<NightFlowRow>) => figures.filter((figure) => isFigureEstimated(row(differs), figure))

test('an estimated customer marks consumption and leakage, and no figure of the supply', () => {
  expect(marked({})).toEqual(['consumptionLitres', 'leakageRate'])
  expect(marked({ supplyEstimatedLitres: 100, consumptionEstimatedLitres: 0 })).toEqual(['supplyLitres', 'leakageRate', 'klRatio'])
  expect(marked({ estimated: false, consumptionEstimatedLitres: 0 })).toEqual([])
})

test('the share of a figure is unknown where the figure is, and at most all of it', () => {
  expect(estimatedShares(row({}))).toEqual({ supply: 0, consumption: 0.25 })
  expect(estimatedShares(row({ supplyLitres: null, supplyEstimatedLitres: null, consumptionEstimatedLitres: 2000 }))).toEqual({
    ...{ supply: null, consumption: 1 },
  })
})
