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
        Costs, GenerationView, ImageView, InspirationView, PersonView, PhotoView, ReferenceHash, ReferenceId,
        Reproducibility, ThumbnailFailure, ThumbnailView, TransactionView, True, Unit,
    },
    search_images::{SearchImages, SearchImagesInput, SearchImagesOutput},
    trigger_generation::{TriggerGeneration, TriggerGenerationInput, TriggerGenerationOutput},
    upload_image::{UploadImage, UploadImageInput, UploadImageOutput},
};
use crate::{ToolInfo, ToolTerms};

macro_rules! tools {
    ($($tool:ident),+ $(,)?) => {
        /// Every tool, in the order in which discovery lists them.
        pub static ALL: [ToolInfo; [$(stringify!($tool)),+].len()] = [$(ToolInfo::of::<$tool>()),+];

        /// The terms of every tool, in the same order.
        pub static TERMS: [ToolTerms; ALL.len()] = [$(ToolTerms::of::<$tool>()),+];
    };
}

tools![
    GenerateThumbnail,
    GetGenerationStatus,
    GenerateVariation,
    ListGenerations,
    CancelGeneration,
    TriggerGeneration,
    UploadImage,
    ListImages,
    GetImage,
    SearchImages,
    DeleteImage,
    CreateInspiration,
    ListInspirations,
    GetInspiration,
    DeleteInspiration,
    CreatePerson,
    ListPersons,
    GetPerson,
    DeletePerson,
    GetCredits,
    GetCreditHistory,
];

/// The terms of the tool of this name.
pub fn find(name: &str) -> Option<&'static ToolTerms> {
    TERMS.iter().find(|tool| tool.name == name)
}
