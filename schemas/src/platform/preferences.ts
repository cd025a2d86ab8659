import { z } from 'zod'
import { endpoint } from '../shared/endpoint.ts'
import { text } from '../shared/text.ts'

const Tiles = z.array(text(40)).max(40)

/** The order in which a person has the tiles of the start page, and those that are put away. */
export const HomeTiles = z.object({ order: Tiles, hidden: Tiles })
export type HomeTiles = z.infer<typeof HomeTiles>

/** Screens of the menu that a person has at the top of it. */
export const favouritesMax = 12
/** Addresses of screens, without filters. */
export const Favourites = z.array(text(200).regex(/^\/[\w/-]*$/)).max(favouritesMax)

/** How a person likes the pages of the browser: of the person, so that each browser has them. */
export const Preferences = z.object({ homeTiles: HomeTiles.optional(), favourites: Favourites.optional() })
export type Preferences = z.infer<typeof Preferences>

export const changePreferences = endpoint({
  method: 'PUT',
  path: '/prod-api/system/user/preferences',
  permission: 'signed-in',
  summary: 'Keep how I like the pages: tiles of the start page, favourites of the menu; what is absent stays',
  request: Preferences,
  response: z.object({}),
})
