const routesMax = 200
const rest = 'other'

/**
 * Routes as labels, the first so many that are served; the rest share one label. Each route of a histogram is some thirty series, and a caller
 * who walks through all calls must not make thousands of them.
 */
export class RouteLabels {
  readonly #max: number
  readonly #known = new Set<string>()

  constructor(max = routesMax) {
    this.#max = max
  }

  labelOf(route: string): string {
    if (this.#known.has(route)) return route
    if (this.#known.size >= this.#max) return rest
    this.#known.add(route)
    return route
  }

  /** The label of an answered request: what was refused has none of its own, because anyone may send it. */
  labelOfAnswer(route: string, statusCode: number): string {
    return statusCode >= 400 && statusCode < 500 ? 'refused' : this.labelOf(route)
  }
}
