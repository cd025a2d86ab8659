import type { CustomerClassName } from './customer-classes.ts'

/** The plan of a zone before randomness: its place in the cascade, its size, its character. */
export type ZonePlan = {
  id: string
  name: string
  streets: readonly string[]
  leader: string
  /** Share of the city's customers that hang directly on this zone's mains. */
  share: number
  /** Background leakage as a share of the water that passes to the zone's own customers (leaf) or to everything below (trunk mains). */
  leakage: number
  mix: 'flats' | 'houses' | 'centre' | 'industrial'
  landmarks?: readonly (readonly [CustomerClassName, string])[]
  /** Inlets with the share of the supply each carries; outlets give water to a neighbour. */
  inlets?: readonly number[]
  outlet?: string
  children?: readonly ZonePlan[]
}

/** Kinds of ordinary customers by the character of a zone, as shares of 1. */
export const mixes: Record<ZonePlan['mix'], readonly (readonly [CustomerClassName, number])[]> = {
  flats: [
    ['flat', 0.84],
    ['house', 0.05],
    ['drippingFlat', 0.04],
    ['shop', 0.05],
    ['restaurant', 0.01],
    ['office', 0.01],
  ],
  houses: [
    ['house', 0.83],
    ['flat', 0.08],
    ['drippingFlat', 0.04],
    ['shop', 0.05],
  ],
  centre: [
    ['flat', 0.62],
    ['drippingFlat', 0.03],
    ['shop', 0.24],
    ['restaurant', 0.06],
    ['office', 0.05],
  ],
  industrial: [
    ['flat', 0.6],
    ['house', 0.12],
    ['drippingFlat', 0.03],
    ['shop', 0.15],
    ['office', 0.08],
    ['restaurant', 0.02],
  ],
}

export type CascadePlan = { centre: readonly [number, number]; radius: readonly [number, number]; corners: number; root: ZonePlan }

const lakeside: ZonePlan = {
  id: 'lakeside',
  name: 'Lakeside',
  leader: 'Chen Wei',
  streets: ['Reservoir Road', 'Promenade'],
  share: 0.012,
  leakage: 0.012,
  mix: 'centre',
  inlets: [0.62, 0.38],
  children: [
    {
      id: 'lakeside-north',
      name: 'Lakeside North',
      leader: 'Amara Diallo',
      streets: ['North Shore Road', 'Boathouse Lane'],
      share: 0.03,
      leakage: 0.015,
      mix: 'flats',
      children: [
        {
          id: 'old-pier',
          name: 'Old Pier',
          leader: 'Lin Mei',
          streets: ['Pier Street', 'Ferry Lane', 'Lantern Street', 'Chandler Row'],
          share: 0.115,
          leakage: 0.1,
          mix: 'centre',
          landmarks: [
            ['hotel', 'Hotel Belvedere'],
            ['laundry', 'Pearl Laundry'],
          ],
        },
        {
          id: 'heron-gardens',
          name: 'Heron Gardens',
          leader: 'Putri Lestari',
          streets: ['Heron Street', 'Reed Avenue', 'Kingfisher Close', 'Marsh View'],
          share: 0.13,
          leakage: 0.07,
          mix: 'flats',
          landmarks: [['school', 'Heron School']],
        },
      ],
    },
    {
      id: 'lakeside-south',
      name: 'Lakeside South',
      leader: 'Jean Moreau',
      streets: ['South Shore Road', 'Mill Street'],
      share: 0.035,
      leakage: 0.014,
      mix: 'flats',
      landmarks: [['hospital', 'Lakeside Hospital']],
      children: [
        {
          id: 'willow-court',
          name: 'Willow Court',
          leader: 'Zhang Hui',
          streets: ['Willow Street', 'Orchard Street', 'Linden Avenue'],
          share: 0.1,
          leakage: 0.09,
          mix: 'flats',
          children: [
            {
              id: 'willow-rise',
              name: 'Willow Rise',
              leader: 'Zhang Hui',
              streets: ['Rise Lane', 'Cedar Close', 'Maple Close', 'Birch Walk'],
              share: 0.085,
              leakage: 0.17,
              mix: 'houses',
            },
          ],
        },
      ],
    },
  ],
}

const harbour: ZonePlan = {
  id: 'harbour',
  name: 'Harbour',
  leader: 'Sofia Almeida',
  streets: ['Harbour Road', 'Customs Street'],
  share: 0.015,
  leakage: 0.012,
  mix: 'centre',
  inlets: [1],
  outlet: 'Eastbank Water',
  children: [
    {
      id: 'canal-quarter',
      name: 'Canal Quarter',
      leader: 'Budi Santoso',
      streets: ['Canal Street', 'Lock Lane', 'Bridge Street', 'Weaver Row', 'Bargeman Lane'],
      share: 0.125,
      leakage: 0.12,
      mix: 'flats',
      landmarks: [
        ['hotel', 'Canal House Hotel'],
        ['laundry', 'Linen Works'],
      ],
    },
    {
      id: 'docklands',
      name: 'Docklands',
      leader: 'Omar Haddad',
      streets: ['Quay Street', 'Crane Road', 'Foundry Lane'],
      share: 0.06,
      leakage: 0.05,
      mix: 'industrial',
      landmarks: [
        ['works', 'Harbour Brewery'],
        ['works', 'Dockside Dye Works'],
      ],
    },
    {
      id: 'market-side',
      name: 'Market Side',
      leader: 'Elena Petrova',
      streets: ['Market Street', 'Spice Lane', 'Square Street', 'Copper Street'],
      share: 0.1,
      leakage: 0.14,
      mix: 'centre',
      landmarks: [['laundry', 'Market Hall']],
    },
  ],
}

const hillside: ZonePlan = {
  id: 'hillside',
  name: 'Hillside',
  leader: 'Kofi Mensah',
  streets: ['Hill Road', 'Tower Street'],
  share: 0.012,
  leakage: 0.011,
  mix: 'houses',
  inlets: [1],
  children: [
    {
      id: 'lower-terrace',
      name: 'Lower Terrace',
      leader: 'Isabel Rossi',
      streets: ['Terrace Street', 'Vineyard Lane', 'Garden Street', 'Well Street'],
      share: 0.1,
      leakage: 0.08,
      mix: 'houses',
      landmarks: [['school', 'Terrace School']],
    },
    {
      id: 'upper-terrace',
      name: 'Upper Terrace',
      leader: 'Nguyen Thi Lan',
      streets: ['Upper Street', 'Bamboo Lane', 'Tea Garden Road'],
      share: 0.06,
      leakage: 0.06,
      mix: 'houses',
      children: [
        {
          id: 'summit-park',
          name: 'Summit Park',
          leader: 'Nguyen Thi Lan',
          streets: ['Summit Road', 'Lookout Lane', 'Park View'],
          share: 0.041,
          leakage: 0.2,
          mix: 'houses',
          landmarks: [
            ['park', 'Summit Park gardens'],
            ['park', 'Botanical garden'],
          ],
        },
      ],
    },
  ],
}

/** Three cascades around one town; together with their landmarks the shares give the city's customers. */
export const cascades: readonly CascadePlan[] = [
  { centre: [120.096, 30.276], radius: [0.02, 0.017], corners: 11, root: lakeside },
  { centre: [120.137, 30.262], radius: [0.017, 0.014], corners: 9, root: harbour },
  { centre: [120.134, 30.296], radius: [0.018, 0.013], corners: 10, root: hillside },
]
