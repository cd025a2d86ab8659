/** How one kind of customer uses water over the day and the week. Weights are relative; the day's volume scales them. */
export type CustomerClass = {
  name: string
  caliberMillimetres: number
  /** Mean use, litres a day, and how far single customers lie from it (0.5 = from half to one and a half times). */
  litresPerDay: number
  differs: number
  /** 24 weights of the local hours of a working day and of a weekend day. */
  workday: readonly number[]
  weekend: readonly number[]
  /** Factor of the day's volume, Sunday first. */
  week: readonly number[]
  /** Share of the quarters of an hour in which nothing at all runs, by day; at night it is three times as likely. */
  idle: number
  /** How much a day differs from the next (0.2 = up to a fifth up or down). */
  restless: number
  /** Summer against winter: 0.3 means 30 % more in July than in January. */
  seasonal: number
}

const everyDay = [1, 1, 1, 1, 1, 1, 1] as const

const home = [0.35, 0.2, 0.14, 0.12, 0.14, 0.4, 1.3, 2.3, 2.0, 1.3, 1.0, 1.1, 1.2, 1.0, 0.8, 0.8, 1.0, 1.4, 1.9, 2.1, 1.9, 1.6, 1.2, 0.7]
const homeWeekend = [
  0.5, 0.3, 0.18, 0.13, 0.13, 0.2, 0.5, 1.1, 1.8, 2.1, 1.9, 1.6, 1.5, 1.3, 1.1, 1.1, 1.2, 1.5, 1.8, 1.9, 1.7, 1.5, 1.2, 0.8,
]
const office = [
  0.02, 0.02, 0.02, 0.02, 0.02, 0.05, 0.2, 0.8, 1.6, 2.0, 2.0, 1.9, 1.8, 1.7, 1.8, 1.8, 1.6, 1.2, 0.6, 0.3, 0.15, 0.1, 0.05, 0.03,
]
const shop = [0.03, 0.03, 0.02, 0.02, 0.03, 0.1, 0.3, 0.7, 1.2, 1.5, 1.6, 1.6, 1.5, 1.5, 1.5, 1.5, 1.6, 1.6, 1.5, 1.2, 0.8, 0.4, 0.15, 0.05]
const table = [0.3, 0.1, 0.05, 0.05, 0.05, 0.1, 0.3, 0.5, 0.7, 1.0, 1.6, 2.2, 2.3, 1.7, 1.0, 0.8, 1.1, 1.8, 2.4, 2.4, 2.1, 1.6, 1.0, 0.6]
const school = [
  0.02, 0.02, 0.02, 0.02, 0.02, 0.05, 0.3, 1.6, 2.2, 2.4, 2.3, 2.4, 2.2, 1.8, 2.0, 1.8, 1.0, 0.4, 0.2, 0.15, 0.1, 0.05, 0.03, 0.02,
]
const hotel = [0.6, 0.45, 0.4, 0.4, 0.45, 0.8, 1.7, 2.4, 2.1, 1.5, 1.1, 0.9, 0.9, 0.9, 0.8, 0.8, 1.0, 1.3, 1.5, 1.5, 1.4, 1.3, 1.1, 0.8]
const ward = [0.6, 0.55, 0.5, 0.5, 0.55, 0.8, 1.2, 1.5, 1.6, 1.6, 1.5, 1.4, 1.3, 1.3, 1.3, 1.2, 1.2, 1.1, 1.1, 1.0, 1.0, 0.9, 0.8, 0.7]
const threeShifts = [
  0.95, 0.95, 1.0, 1.0, 0.95, 0.85, 0.9, 1.1, 1.1, 1.1, 1.1, 1.0, 0.9, 1.0, 1.1, 1.1, 1.0, 1.0, 1.0, 1.0, 1.0, 0.9, 0.9, 0.95,
]
const nightIrrigation = [
  0.1, 0.3, 2.5, 5.0, 5.0, 3.0, 0.4, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.2, 0.3, 0.3, 0.2, 0.1,
]

const households = {
  workday: home,
  weekend: homeWeekend,
  week: [1.12, 1.0, 0.97, 0.97, 0.98, 1.0, 1.1],
  idle: 0.28,
  restless: 0.35,
  seasonal: 0.14,
}

export const customerClasses = {
  flat: { name: 'Flat', caliberMillimetres: 15, litresPerDay: 310, differs: 0.55, ...households },
  house: { name: 'House', caliberMillimetres: 15, litresPerDay: 460, differs: 0.5, ...households },
  drippingFlat: {
    name: 'Flat',
    caliberMillimetres: 15,
    litresPerDay: 520,
    differs: 0.3,
    ...households,
    workday: home.map((weight) => weight + 0.9),
    weekend: homeWeekend.map((weight) => weight + 0.9),
    idle: 0,
  },
  shop: {
    name: 'Shop',
    caliberMillimetres: 20,
    litresPerDay: 750,
    differs: 0.6,
    workday: shop,
    weekend: shop,
    week: [1.1, 0.9, 0.92, 0.95, 1.0, 1.1, 1.25],
    idle: 0.12,
    restless: 0.25,
    seasonal: 0.08,
  },
  restaurant: {
    name: 'Restaurant',
    caliberMillimetres: 25,
    litresPerDay: 4200,
    differs: 0.5,
    workday: table,
    weekend: table,
    week: [1.15, 0.7, 0.85, 0.95, 1.0, 1.25, 1.35],
    idle: 0.03,
    restless: 0.2,
    seasonal: 0.1,
  },
  office: {
    name: 'Offices',
    caliberMillimetres: 32,
    litresPerDay: 6500,
    differs: 0.5,
    workday: office,
    weekend: office,
    week: [0.15, 1.05, 1.1, 1.1, 1.08, 0.95, 0.22],
    idle: 0.04,
    restless: 0.15,
    seasonal: 0.12,
  },
  school: {
    name: 'School',
    caliberMillimetres: 40,
    litresPerDay: 14000,
    differs: 0.3,
    workday: school,
    weekend: school,
    week: [0.08, 1.1, 1.12, 1.1, 1.1, 1.0, 0.15],
    idle: 0.02,
    restless: 0.12,
    seasonal: 0.05,
  },
  hotel: {
    name: 'Hotel',
    caliberMillimetres: 50,
    litresPerDay: 52000,
    differs: 0.15,
    workday: hotel,
    weekend: hotel,
    week: [1.0, 0.85, 0.88, 0.92, 1.0, 1.18, 1.2],
    idle: 0,
    restless: 0.12,
    seasonal: 0.2,
  },
  hospital: {
    name: 'Hospital',
    caliberMillimetres: 80,
    litresPerDay: 98000,
    differs: 0.1,
    workday: ward,
    weekend: ward,
    week: [0.88, 1.05, 1.05, 1.04, 1.04, 1.02, 0.9],
    idle: 0,
    restless: 0.06,
    seasonal: 0.1,
  },
  laundry: {
    name: 'Laundry',
    caliberMillimetres: 50,
    litresPerDay: 46000,
    differs: 0.1,
    workday: shop,
    weekend: shop,
    week: [0.3, 1.2, 1.15, 1.1, 1.1, 1.15, 1.0],
    idle: 0,
    restless: 0.1,
    seasonal: 0.05,
  },
  works: {
    name: 'Works',
    caliberMillimetres: 100,
    litresPerDay: 150000,
    differs: 0.1,
    workday: threeShifts,
    weekend: threeShifts,
    week: [0.55, 1.08, 1.1, 1.1, 1.1, 1.08, 0.7],
    idle: 0,
    restless: 0.08,
    seasonal: 0.04,
  },
  park: {
    name: 'Park irrigation',
    caliberMillimetres: 40,
    litresPerDay: 3200,
    differs: 0.3,
    workday: nightIrrigation,
    weekend: nightIrrigation,
    week: everyDay,
    idle: 0,
    restless: 0.3,
    seasonal: 0.8,
  },
  export: {
    name: 'Bulk supply',
    caliberMillimetres: 150,
    litresPerDay: 210000,
    differs: 0,
    workday: home.map((weight) => weight + 0.35),
    weekend: homeWeekend.map((weight) => weight + 0.35),
    week: everyDay,
    idle: 0,
    restless: 0.05,
    seasonal: 0.12,
  },
} as const satisfies Record<string, CustomerClass>

export type CustomerClassName = keyof typeof customerClasses

/** Pressure above 40 m head over the local hours, as a factor of leakage (N1 near 1): low demand at night means high pressure. */
export const pressureByHour: readonly number[] = [
  1.18, 1.22, 1.24, 1.24, 1.22, 1.15, 0.98, 0.85, 0.84, 0.9, 0.95, 0.96, 0.94, 0.96, 0.99, 1.0, 0.98, 0.93, 0.87, 0.84, 0.86, 0.92, 1.02,
  1.1,
]

/** Weights of the 96 local quarters of an hour: straight lines between the middles of the hours. */
export function byQuarter(hours: readonly number[]): Float64Array {
  return Float64Array.from({ length: 96 }, (_, quarter) => {
    const middle = (quarter + 0.5) / 4 - 0.5
    const before = Math.floor(middle)
    const share = middle - before
    return hours[(before + 24) % 24]! * (1 - share) + hours[(before + 1) % 24]! * share
  })
}
