// The types of the API, which `openapi-typescript` makes from the OpenAPI document.
import type { components } from 'api';

type Schemas = components['schemas'];
export type Credits = Schemas['GetCreditsOutput'];
export type Generation = Schemas['Generation'];
export type GenerateInput = Schemas['GenerateThumbnailInput'];
export type VariationInput = Schemas['GenerateVariationInput'];
export type Generated = Schemas['GenerateThumbnailOutput'];
export type Image = Schemas['Image'];
export type Inspiration = Schemas['Inspiration'];
export type Model = Schemas['ListedModel'];
export type Person = Schemas['Person'];
export type PictureChange = Schemas['PictureChange'];
export type Preflight = Schemas['Preflight'];
export type Quote = Schemas['Quote'];
export type Thumbnail = Schemas['Thumbnail'];
/** A tool in the service's own format. */
export type Tool = Extract<Schemas['ListedTool'], { callable: boolean }>;
export type Transaction = Schemas['Transaction'];
export type Webhook = Schemas['Webhook'];
export type Delivery = Schemas['Delivery'];

/** A picture that a thumbnail can be made of. */
export interface Reference {
  kind: 'images' | 'inspirations' | 'persons';
  id: string;
  name: string;
  url: string | null;
}

/** A request of this tab. It has neither key nor body. */
export interface LoggedRequest {
  at: Date;
  method: string;
  path: string;
  status: number;
  milliseconds: number;
  requestId: string;
  code: string;
  message: string;
}
