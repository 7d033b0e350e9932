// Draws the picture with @vercel/og. Satori computes the layout as SVG. The SVG is rendered by sharp if sharp is
// installed beside @vercel/og, and otherwise by resvg (WebAssembly).
//
//     node og.mjs OUT PHOTO LOGO FONT
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { serve } from './rounds.mjs'

// @vercel/og 1.0.3 expects two globals that bundlers define: `require`, and the folder of HarfBuzz as `__dirname`.
globalThis.require = createRequire(import.meta.url)
globalThis.__dirname = dirname(require.resolve('harfbuzzjs'))
const { ImageResponse } = await import('@vercel/og')

const [out, photoFile, logoFile, fontFile] = process.argv.slice(2)
const url = (file, type) => `data:image/${type};base64,${readFileSync(file).toString('base64')}`
// The SVG contains the encoded files: @vercel/og does not accept decoded pictures.
const photo = url(photoFile, 'jpeg')
const logo = url(logoFile, 'png')
const fonts = [{ name: 'Anton', data: readFileSync(fontFile), weight: 400, style: 'normal' }]

const box = (style, ...children) => ({ type: 'div', props: { style: { display: 'flex', ...style }, children } })
const picture = (src, width, height, style) => ({ type: 'img', props: { src, width, height, style } })
const line = (...words) => box({}, ...words)
const words = (color, text) => box({ color, whiteSpace: 'pre' }, text)

const element = box(
  {
    width: '100%',
    height: '100%',
    backgroundImage: 'linear-gradient(100deg, #8a5ab8 0%, #5a2a6e 45%, #1d0b26 100%)',
  },
  box(
    {
      position: 'absolute',
      left: 48,
      top: 50,
      padding: 12,
      borderRadius: 22,
      backgroundColor: '#fff8f2',
      boxShadow: '12px 24px 48px rgba(20, 7, 27, 0.75)',
    },
    picture(photo, 516, 596, { objectFit: 'cover', borderRadius: 14 }),
  ),
  box(
    {
      position: 'absolute',
      left: 652,
      top: 92,
      flexDirection: 'column',
      fontFamily: 'Anton',
      fontSize: 128,
      lineHeight: 1.07,
      WebkitTextStroke: '18px #14071b',
      textShadow: '4px 9px 22px rgba(20, 7, 27, 0.65)',
    },
    line(words('#fff8f2', 'I built this')),
    line(words('#fff8f2', 'in '), words('#ff8f70', '24'), words('#fff8f2', ' hours')),
  ),
  picture(logo, 146, 146, { position: 'absolute', left: 665, top: 432 }),
)

await serve(out, () => new ImageResponse(element, { width: 1280, height: 720, fonts }).arrayBuffer())
