/** How maps are drawn here: by a graphics card, by the processor, or not at all. */
export type Rendering = 'none' | 'software' | 'hardware'

/** Names of the browsers' software renderers: SwiftShader of Chromium, llvmpipe of Mesa, the basic driver of Windows. */
const software = /swiftshader|llvmpipe|softpipe|software|basic render/i

export const renderingOf = (renderer: string): Rendering => (software.test(renderer) ? 'software' : 'hardware')

export const readRendering = (): Rendering => {
  const context = document.createElement('canvas').getContext('webgl2')
  if (!context) return 'none'
  const names = context.getExtension('WEBGL_debug_renderer_info')
  const renderer: unknown = context.getParameter(names ? names.UNMASKED_RENDERER_WEBGL : context.RENDERER)
  // Browsers permit few contexts at a time.
  context.getExtension('WEBGL_lose_context')?.loseContext()
  return renderingOf(String(renderer))
}
