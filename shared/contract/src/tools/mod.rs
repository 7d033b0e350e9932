//! The specification of every tool, one file each, in five categories.

mod records;

mod cancel_generation;
mod generate_thumbnail;
mod generate_variation;
mod get_generation_status;
mod list_generations;
mod trigger_generation;

mod delete_image;
mod get_image;
mod list_images;
mod search_images;
mod upload_image;

mod create_inspiration;
mod delete_inspiration;
mod get_inspiration;
mod list_inspirations;

mod create_person;
mod delete_person;
mod get_person;
mod list_persons;

mod get_credit_history;
mod get_credits;

pub use self::{
    cancel_generation::{CancelGeneration, CancelGenerationInput, CancelGenerationOutput},
    create_inspiration::{CreateInspiration, CreateInspirationInput, CreateInspirationOutput},
    create_person::{CreatePerson, CreatePersonInput},
    delete_image::{DeleteImage, DeleteImageInput, DeleteImageOutput},
    delete_inspiration::{DeleteInspiration, DeleteInspirationInput, DeleteInspirationOutput},
    delete_person::{DeletePerson, DeletePersonInput, DeletePersonOutput},
    generate_thumbnail::{GenerateThumbnail, GenerateThumbnailInput, GenerateThumbnailOutput},
    generate_variation::{GenerateVariation, GenerateVariationInput, GenerateVariationOutput},
    get_credit_history::{GetCreditHistory, GetCreditHistoryInput, GetCreditHistoryOutput},
    get_credits::{GetCredits, GetCreditsInput, GetCreditsOutput},
    get_generation_status::{GetGenerationStatus, GetGenerationStatusInput},
    get_image::{GetImage, GetImageInput},
    get_inspiration::{GetInspiration, GetInspirationInput},
    get_person::{GetPerson, GetPersonInput},
    list_generations::{ListGenerations, ListGenerationsInput, ListGenerationsOutput},
    list_images::{ListImages, ListImagesInput, ListImagesOutput},
    list_inspirations::{ListInspirations, ListInspirationsInput, ListInspirationsOutput},
    list_persons::{ListPersons, ListPersonsInput, ListPersonsOutput},
    records::{
        Costs, GenerationView, ImageView, InspirationView, PersonView, PhotoView, ReferenceId, ThumbnailFailure,
        ThumbnailView, TransactionView, True, Unit,
    },
    search_images::{SearchImages, SearchImagesInput, SearchImagesOutput},
    trigger_generation::{TriggerGeneration, TriggerGenerationInput, TriggerGenerationOutput},
    upload_image::{UploadImage, UploadImageInput, UploadImageOutput},
};
use crate::ToolInfo;

/// Every tool, in the order in which discovery lists them.
pub static ALL: [ToolInfo; 21] = [
    ToolInfo::of::<GenerateThumbnail>(),
    ToolInfo::of::<GetGenerationStatus>(),
    ToolInfo::of::<GenerateVariation>(),
    ToolInfo::of::<ListGenerations>(),
    ToolInfo::of::<CancelGeneration>(),
    ToolInfo::of::<TriggerGeneration>(),
    ToolInfo::of::<UploadImage>(),
    ToolInfo::of::<ListImages>(),
    ToolInfo::of::<GetImage>(),
    ToolInfo::of::<SearchImages>(),
    ToolInfo::of::<DeleteImage>(),
    ToolInfo::of::<CreateInspiration>(),
    ToolInfo::of::<ListInspirations>(),
    ToolInfo::of::<GetInspiration>(),
    ToolInfo::of::<DeleteInspiration>(),
    ToolInfo::of::<CreatePerson>(),
    ToolInfo::of::<ListPersons>(),
    ToolInfo::of::<GetPerson>(),
    ToolInfo::of::<DeletePerson>(),
    ToolInfo::of::<GetCredits>(),
    ToolInfo::of::<GetCreditHistory>(),
];

/// The tool of this name.
pub fn find(name: &str) -> Option<&'static ToolInfo> {
    ALL.iter().find(|tool| tool.name == name)
}
