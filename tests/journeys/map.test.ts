import type { PartitionRow } from '@nightflow/schemas/leakage/night-flow'
import { describe, expect, test } from 'vitest'
import { journeyBrowser, settled } from './journey-browser.ts'
import { ask } from './people.ts'
import { expectShown } from './shown-number.ts'
import { text } from './texts.ts'

const browser = journeyBrowser()
type LngLat = readonly [number, number]

const mercator = (latitude: number): number => Math.log(Math.tan(Math.PI / 4 + (latitude * Math.PI) / 360))
const middle = (values: readonly number[]): number => (Math.min(...values) + Math.max(...values)) / 2

/** Where on a map that shows the whole network in its middle a place lies, in pixels from that middle. */
const offsetOf = (place: LngLat, network: readonly LngLat[], width: number, height: number): { x: number; y: number } => {
  const longitudes = network.map(([longitude]) => (longitude * Math.PI) / 180)
  const latitudes = network.map(([, latitude]) => mercator(latitude))
  const spread = (values: readonly number[]) => Math.max(...values) - Math.min(...values)
  const pixelsPerRadian = Math.min((width - 96) / spread(longitudes), (height - 96) / spread(latitudes))
  return {
    x: ((place[0] * Math.PI) / 180 - middle(longitudes)) * pixelsPerRadian,
    y: (middle(latitudes) - mercator(place[1])) * pixelsPerRadian,
  }
}

const partitionsWithBoundary = async (): Promise<(PartitionRow & { boundary: [number, number][] })[]> => {
  const { rows } = await ask<{ rows: PartitionRow[] }>('analyst', '/api/v1/partitions')
  return rows.flatMap((row) => (row.boundary ? [{ ...row, boundary: row.boundary }] : []))
}

describe('the network map', () => {
  test('a partition chosen on the map opens its figures, which are those of the API', async () => {
    const page = await browser.open({ role: 'analyst', path: '/water/map?meters=hidden' })
    await settled(page)
    const map = page.getByRole('application', { name: text('leakage:map.label') })
    await map.locator('canvas').waitFor()
    const partitions = await partitionsWithBoundary()
    const leaf = partitions.find(({ id }) => id === 'willow-rise')
    const box = await map.boundingBox()
    if (!leaf || !box) throw new Error('willow-rise or the map is not there')
    const centre: LngLat = [middle(leaf.boundary.map(([x]) => x)), middle(leaf.boundary.map(([, y]) => y))]
    const { x, y } = offsetOf(
      centre,
      partitions.flatMap(({ boundary }) => boundary),
      box.width,
      box.height,
    )
    const at = { x: box.x + box.width / 2 + x, y: box.y + box.height / 2 + y }
    // The map has been drawn once it names what is under the pointer.
    let wiggle = 0
    await expect
      .poll(
        async () => {
          await page.mouse.move(at.x + (wiggle++ % 3), at.y)
          return page.locator('.nf-map-tooltip').allTextContents()
        },
        { timeout: 20_000, interval: 250 },
      )
      .toEqual([expect.stringContaining(leaf.name)])
    await page.mouse.click(at.x, at.y)
    await page.waitForURL((url) => url.searchParams.get('partition') === leaf.id)
    const card = page.locator('.nf-map-selected')
    await card.getByText(leaf.name, { exact: true }).waitFor()
    const figure = (name: string) =>
      card
        .locator('dl > div')
        .filter({ has: page.getByText(text(`leakage:figure.${name}`), { exact: true }) })
        .locator('dd')
        .textContent()
    // The demo goes on: its figures may move between the page's question and this one, and the page asks again when it is loaded.
    const compare = async (): Promise<void> => {
      const [latest] = (await partitionsWithBoundary()).filter(({ id }) => id === leaf.id).map((row) => row.latest)
      expectShown(await figure('leakageRate'), (latest?.leakageRate ?? 0) * 100)
      expectShown(await figure('nightMinimumFlowLitresPerHour'), (latest?.nightMinimumFlowLitresPerHour ?? 0) / 1000)
      expectShown(await figure('klRatio'), latest?.klRatio)
    }
    await compare().catch(async () => {
      await page.reload()
      await card.getByText(leaf.name, { exact: true }).waitFor()
      await settled(page)
      await compare()
    })
    await card.getByRole('button', { name: text('leakage:map.open') }).click()
    await page.waitForURL(/\/leakage\?.*partition=willow-rise/)
    await page.getByRole('heading', { level: 1, name: leaf.name }).waitFor()
  })

  test('a partition chosen in the list is chosen on the map', async () => {
    const page = await browser.open({ role: 'analyst', path: '/water/map' })
    await settled(page)
    await page
      .getByRole('navigation', { name: text('leakage:tree.label') })
      .getByRole('button')
      .filter({ hasText: 'Summit Park' })
      .last()
      .click()
    await page.locator('.nf-map-selected').getByText('Summit Park', { exact: true }).waitFor()
    expect(new URL(page.url()).searchParams.get('partition')).toBe('summit-park')
  })
})
